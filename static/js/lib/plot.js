/**
 * Where a moment lies on an axis. Percentages, so that the browser fits a chart to its place and
 * nothing is measured or set by script.
 */

/**
 * @param {number} part
 * @param {number} whole
 */
export function percent(part, whole) {
  return `${Math.round((part / whole) * 100_000) / 1000}%`;
}

/**
 * The place of a stretch on an axis that begins at `origin` and is `length` long.
 *
 * @param {{ from: number, to: number }} stretch
 * @param {number} origin
 * @param {number} length
 */
export function placeOf({ from, to }, origin, length) {
  return { x: percent(from - origin, length), width: percent(Math.max(0, to - from), length) };
}
