/**
 * Which of many rows are drawn, and where those are that are not: worked out from numbers alone.
 */

/** So many are drawn wherever they are. */
export const FEW = 60;

/** Beyond the edges of what is seen, in its heights. */
const MARGIN = 0.25;
/** Rows come and go by so many, so that not every turn of a wheel draws. */
const STEP = 4;

/**
 * @typedef {{ start: number, end: number }} Range
 * @typedef {{ start: number, end: number, isDrawn: boolean }} Run
 * @typedef {{ top: number, bottom: number, count: number }} Piece a row that is drawn, or the room of several that are not
 */

/**
 * Which rows are drawn: those near what is seen, the first and the last, so that Tab comes in
 * where it should, and one with those beside it, so that Tab leads from it to the next.
 *
 * @param {number} count
 * @param {Range} range
 * @param {number} kept the place of that one; -1 when there is none
 * @returns {(index: number) => boolean}
 */
export function drawnAmong(count, { start, end }, kept) {
  if (count <= FEW) return () => true;
  return (index) =>
    (index >= start && index < end) ||
    index === 0 ||
    index === count - 1 ||
    (kept !== -1 && Math.abs(index - kept) <= 1);
}

/**
 * All places, as runs of rows that are drawn and of such that are not.
 *
 * @param {number} count
 * @param {(index: number) => boolean} isDrawn
 * @returns {Run[]}
 */
export function runsOf(count, isDrawn) {
  /** @type {Run[]} */
  const runs = [];
  for (let index = 0; index < count; index += 1) {
    const last = runs.at(-1);
    if (last?.isDrawn === isDrawn(index)) last.end = index + 1;
    else runs.push({ start: index, end: index + 1, isDrawn: isDrawn(index) });
  }
  return runs;
}

/**
 * The places near what is seen, which is from one height to another.
 *
 * @param {Piece[]} pieces
 * @param {{ top: number, bottom: number }} seen
 * @returns {Range}
 */
export function rangeNear(pieces, { top, bottom }) {
  const margin = MARGIN * (bottom - top);
  const start = rowAt(pieces, top - margin);
  const end = rowAt(pieces, bottom + margin) + 1;
  return { start: Math.floor(start / STEP) * STEP, end: Math.ceil(end / STEP) * STEP };
}

/**
 * The place of the first row that ends below a height.
 *
 * @param {Piece[]} pieces
 * @param {number} height
 */
function rowAt(pieces, height) {
  let place = 0;
  for (const { top, bottom, count } of pieces) {
    if (bottom > height) {
      const within = Math.floor(((height - top) / (bottom - top)) * count);
      return place + Math.max(0, Math.min(count - 1, within));
    }
    place += count;
  }
  return place;
}

/**
 * How far it is from the top of one row to that of the next, at the mean; null when no two that
 * follow one another are drawn.
 *
 * @param {Piece[]} pieces
 */
export function pitchOf(pieces) {
  const steps = pieces.flatMap(({ top, count }, index) => {
    const next = pieces[index + 1];
    return next && count === 1 && next.count === 1 ? next.top - top : [];
  });
  return steps.length === 0 ? null : steps.reduce((sum, step) => sum + step, 0) / steps.length;
}
