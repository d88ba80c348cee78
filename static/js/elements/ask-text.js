import { html, nothing } from '../../vendor/lit.js';
import { askOf } from '../lib/words.js';
import { textPieces } from './text-pieces.js';

/**
 * What a waiting session asks, in its own words.
 *
 * @param {import('../lib/types.d.ts').Session} session
 */
export function askText(session) {
  const ask = askOf(session);
  return ask === null ? nothing : html`<p class="ask" title=${ask}><bdi>${textPieces(ask)}</bdi></p>`;
}
