/**
 * What was measured, when, and what it comes to on average. Time that nobody measured is no time
 * in which nothing happened: it counts for nothing, and is drawn as what it is.
 *
 * @import { Average, Point, Stretch } from './types.d.ts'
 */

/** From five polls without a point on, the time between was not measured. The server's own rule. */
export const GAP_MS = 10_000;

/**
 * Where between two times nobody measured.
 *
 * @param {Point[]} points oldest first
 * @param {number} from
 * @param {number} to
 * @returns {Stretch[]}
 */
export function unmeasured(points, from, to) {
  /** @type {Stretch[]} */
  const found = [];
  let last = from;
  for (let index = firstAfter(points, from); index < points.length; index += 1) {
    const at = points[index]?.at ?? to;
    if (at >= to) break;
    if (at - last > GAP_MS) found.push({ from: last, to: at });
    last = at;
  }
  if (to - last > GAP_MS) found.push({ from: last, to });
  return found;
}

/**
 * The index of the first point later than a time.
 *
 * @param {Point[]} points
 * @param {number} time
 */
function firstAfter(points, time) {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The average of each of `count` equal stretches up to `to`; the last one ends early when it is
 * still going on. Each point holds until the next.
 *
 * @param {Point[]} points oldest first
 * @param {{ from: number, step: number, count: number, now: number }} stretches
 * @returns {Average[]}
 */
export function averages(points, { from, step, count, now }) {
  const sums = Array.from({ length: count }, () => ({ ms: 0, waiting: 0, working: 0, idle: 0 }));
  const end = Math.min(now, from + step * count);
  for (let index = Math.max(0, firstAfter(points, from) - 1); index < points.length; index += 1) {
    const point = points[index];
    if (!point || point.at >= end) break;
    const next = points[index + 1]?.at ?? now;
    if (next - point.at > GAP_MS) continue;
    spread(sums, point, { from: Math.max(from, point.at) - from, to: Math.min(end, next) - from }, step);
  }
  const gaps = unmeasured(points, from, end);
  return sums.map(({ ms, waiting, working, idle }, index) => {
    const own = {
      from: from + index * step,
      to: Math.max(from + index * step, Math.min(end, from + (index + 1) * step)),
    };
    return {
      ...own,
      counts: ms > 0 ? { waiting: waiting / ms, working: working / ms, idle: idle / ms } : null,
      unmeasured: within(gaps, own),
    };
  });
}

/**
 * @param {{ ms: number, waiting: number, working: number, idle: number }[]} sums
 * @param {Point} point
 * @param {Stretch} holds since the beginning of the first
 * @param {number} step
 */
function spread(sums, point, holds, step) {
  for (let index = Math.floor(holds.from / step); index * step < holds.to; index += 1) {
    const sum = sums[index];
    if (!sum) break;
    const ms = Math.min(holds.to, (index + 1) * step) - Math.max(holds.from, index * step);
    sum.ms += ms;
    sum.waiting += ms * point.waiting;
    sum.working += ms * point.working;
    sum.idle += ms * point.idle;
  }
}

/**
 * The parts of stretches that lie in another.
 *
 * @param {Stretch[]} stretches
 * @param {Stretch} outer
 * @returns {Stretch[]}
 */
export function within(stretches, outer) {
  return stretches
    .map(({ from, to }) => ({ from: Math.max(from, outer.from), to: Math.min(to, outer.to) }))
    .filter(({ from, to }) => to > from);
}

/**
 * The rest of a stretch, without those in which nobody measured.
 *
 * @param {Stretch} outer
 * @param {Stretch[]} gaps oldest first
 * @returns {Stretch[]}
 */
export function measuredIn(outer, gaps) {
  const edges = [outer.from, ...within(gaps, outer).flatMap(({ from, to }) => [from, to]), outer.to];
  /** @type {Stretch[]} */
  const rest = [];
  for (let index = 0; index < edges.length; index += 2) {
    const [from = 0, to = 0] = edges.slice(index, index + 2);
    if (to > from) rest.push({ from, to });
  }
  return rest;
}

/**
 * The beginning of the stretches that end with the one a moment lies in, so that they stay where
 * they are on the clock as time goes by.
 *
 * @param {number} now
 * @param {number} step
 * @param {number} count
 */
export function firstOf(now, step, count) {
  return Math.floor(now / step) * step - (count - 1) * step;
}

/**
 * The top of an axis that holds every average, a whole number of at least 2.
 *
 * @param {Average[]} bins
 */
export function topOf(bins) {
  const most = Math.max(0, ...bins.map(({ counts }) => (counts ? counts.waiting + counts.working + counts.idle : 0)));
  return Math.max(2, Math.ceil(most));
}

/**
 * The distance of an axis's lines: 1, 2, 5, 10, 20, 50 … so that there are at most five.
 *
 * @param {number} top
 */
export function stepOf(top) {
  for (let size = 1; ; size *= 10) {
    for (const step of [size, 2 * size, 5 * size]) if (top <= step * 5) return step;
  }
}
