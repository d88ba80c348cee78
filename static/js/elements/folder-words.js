import { html, nothing } from '../../vendor/lit.js';
import { checkoutOf, repositoryBeside } from '../lib/words.js';

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

/**
 * "storefront · storefront-checkout on checkout-flow": in a worktree the repository comes first.
 *
 * @param {Session} session
 */
export function placeWords(session) {
  const repository = repositoryBeside(session);
  return html`${repository === null ? nothing : html`<bdi>${repository}</bdi> · `}${folderWords(session)}`;
}

/** @param {Session} session */
function checkoutWords(session) {
  const checkout = checkoutOf(session);
  return checkout === null ? nothing : html` ${checkout.joint} <bdi class="branch">${checkout.name}</bdi>`;
}
