import { html, nothing } from '../../vendor/lit.js';
import { averageWord } from '../lib/past-words.js';

/** @import { Average } from '../lib/types.d.ts' */

/** @type {{ part: 'waiting' | 'working' | 'idle', status: string }[]} from the top of a column to its foot */
export const PARTS = [
  { part: 'waiting', status: 'needs-you' },
  { part: 'working', status: 'working' },
  { part: 'idle', status: 'idle' },
];

/**
 * What the parts of a chart stand for, with the numbers of the place that is looked at.
 *
 * @param {Average['counts'] | undefined} counts null where nothing was measured
 */
export function chartLegend(counts) {
  if (counts === null) return html`<p class="legend" aria-hidden="true"><span>not measured</span></p>`;
  return html`<p class="legend" aria-hidden="true">
    ${PARTS.map(
      ({ part, status }) =>
        html`<span
          ><svg class="swatch"><rect class="fill" data-status=${status} width="100%" height="100%" rx="2" /></svg
          >${counts ? html`<b>${averageWord(counts[part])}</b>` : nothing}${part}</span
        >`,
    )}
  </p>`;
}
