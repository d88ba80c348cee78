import { html } from '../../vendor/lit.js';
import { marked } from '../lib/search.js';

/**
 * Another program's words, with those that were searched for marked in them.
 *
 * @param {string} text
 * @param {string[]} words folded
 */
export function markedText(text, words) {
  return html`<bdi
    >${marked(text, words).map(({ text: piece, hit }) => (hit ? html`<mark>${piece}</mark>` : html`${piece}`))}</bdi
  >`;
}
