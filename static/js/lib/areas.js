/** @import { Average } from './types.d.ts' */

/** @type {('idle' | 'working' | 'waiting')[]} from the foot to the top */
const ORDER = ['idle', 'working', 'waiting'];

/**
 * The outline of one part's area, in steps: a unit a stretch across and one a session down from
 * the top. Where nothing was measured there is none.
 *
 * @param {Average[]} bins
 * @param {'waiting' | 'working' | 'idle'} part
 * @param {number} top
 */
export function areaOf(bins, part, top) {
  const under = ORDER.slice(0, ORDER.indexOf(part));
  return bins
    .map(({ counts }, index) => {
      if (counts === null || counts[part] === 0) return '';
      const foot = top - under.reduce((sum, one) => sum + counts[one], 0);
      return `M${index} ${round(foot)}V${round(foot - counts[part])}h1V${round(foot)}z`;
    })
    .join('');
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 1000) / 1000;
}
