import { html, nothing } from '../../vendor/lit.js';
import { statusMark } from '../lib/icons.js';
import { appWord, checkoutOf, knownStatus, repositoryBeside, statusWord } from '../lib/words.js';
import { markedText } from './marked-text.js';
import { statusFor } from './status-for.js';

/** @import { Session } from '../lib/types.d.ts' */

/**
 * One session that a search found, as an option of its list.
 *
 * @param {Session} session
 * @param {{ place: number, active: boolean, agent: string, words: string[] }} found
 */
export function foundSession(session, { place, active, agent, words }) {
  const status = knownStatus(session.status);
  return html`<li
    role="option"
    id="found-${place}"
    class="found"
    aria-selected=${active ? 'true' : 'false'}
    data-session-id=${session.id}
    data-status=${status}
  >
    <span class="found-status" data-status=${status}>${statusMark(status)}<span>${statusWord(status)}</span></span>
    <span class="found-name">${markedText(session.name, words)}</span>
    <span class="found-place">${placeIn(session, words)}</span>
    <span class="found-about">
      ${[agent, session.machine, appWord(session)].map((part) => (part ? markedText(part, words) : nothing))}
    </span>
    <span class="found-for">${statusFor(session)}</span>
  </li>`;
}

/**
 * @param {Session} session
 * @param {string[]} words
 */
function placeIn(session, words) {
  const repository = repositoryBeside(session);
  const checkout = checkoutOf(session);
  return html`${repository === null ? nothing : html`${markedText(repository, words)} · `}${
    session.project ? markedText(session.project, words) : 'no folder'
  }${checkout === null ? nothing : html` ${checkout.joint} <span class="branch">${markedText(checkout.name, words)}</span>`}`;
}
