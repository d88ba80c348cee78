import { html, nothing } from '../../vendor/lit.js';
import { checkoutOf } from '../lib/words.js';

/** @import { Session } from '../lib/types.d.ts' */

/**
 * "storefront on checkout-flow": where a session works, and what is checked out there. Both are
 * another program's words, so each keeps its own direction of writing.
 *
 * @param {Session} session
 */
export function folderWords(session) {
  return html`<bdi>${session.project ?? 'no folder'}</bdi>${checkoutWords(session)}`;
}

/** @param {Session} session */
function checkoutWords(session) {
  const checkout = checkoutOf(session);
  return checkout === null ? nothing : html` ${checkout.joint} <bdi class="branch">${checkout.name}</bdi>`;
}
