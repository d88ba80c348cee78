/**
 * Moves the focus by arrows among parts that are one stop of the Tab key.
 */

const STEPS = new Map([
  ['ArrowLeft', [0, -1]],
  ['ArrowRight', [0, 1]],
  ['ArrowUp', [-1, 0]],
  ['ArrowDown', [1, 0]],
]);

/**
 * Where a key leads from a place in rows of some lengths; null when it is none of these keys.
 * Left and right stay in their row; up and down lead to the place in the next row that `nearest`
 * gives.
 *
 * @param {KeyboardEvent} event
 * @param {{ row: number, column: number }} place
 * @param {number[]} lengths
 * @param {(row: number) => number} [nearest]
 * @returns {{ row: number, column: number } | null}
 */
export function moved({ key, ctrlKey, altKey, metaKey, shiftKey }, place, lengths, nearest = () => place.column) {
  if (altKey || metaKey || shiftKey) return null;
  const last = (lengths[place.row] ?? 1) - 1;
  if (key === 'Home') return ctrlKey ? { row: 0, column: 0 } : { ...place, column: 0 };
  if (key === 'End')
    return ctrlKey ? { row: lengths.length - 1, column: (lengths.at(-1) ?? 1) - 1 } : { ...place, column: last };
  const step = STEPS.get(key);
  if (!step || ctrlKey) return null;
  const [down = 0, along = 0] = step;
  if (down === 0) return { ...place, column: clamped(place.column + along, last) };
  const row = clamped(place.row + down, lengths.length - 1);
  if (row === place.row) return place;
  return { row, column: clamped(nearest(row), (lengths[row] ?? 1) - 1) };
}

/**
 * @param {number} number
 * @param {number} most
 */
function clamped(number, most) {
  return Math.max(0, Math.min(most, number));
}
