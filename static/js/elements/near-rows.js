import { repeat } from '../../vendor/lit.js';
import { runsOf } from '../lib/rows-near.js';

/**
 * The rows that are drawn, and between them room for those that are not.
 *
 * @template {{ id: string }} T
 * @param {T[]} rows
 * @param {(index: number) => boolean} isDrawn
 * @param {{ row: (row: T, index: number) => unknown, far: (rows: T[]) => unknown }} draw
 */
export function nearRows(rows, isDrawn, { row, far }) {
  /** @type {{ key: string | number, draw: () => unknown }[]} */
  const parts = [];
  for (const [number, run] of runsOf(rows.length, isDrawn).entries()) {
    const within = rows.slice(run.start, run.end);
    if (run.isDrawn)
      parts.push(...within.map((one, index) => ({ key: one.id, draw: () => row(one, run.start + index) })));
    else parts.push({ key: number, draw: () => far(within) });
  }
  return repeat(
    parts,
    ({ key }) => key,
    ({ draw }) => draw(),
  );
}
