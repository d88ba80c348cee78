import { html } from '../../vendor/lit.js';
import { pieces } from '../lib/breaks.js';

/**
 * A path or a command that goes on to the next line only between words or after a slash.
 *
 * @param {string} text
 */
export function textPieces(text) {
  return pieces(text).map(
    ({ text: piece, long }) => html`<span class=${long ? 'piece long' : 'piece'}>${piece}</span><wbr>`,
  );
}
