import { guard, html, nothing } from '../../vendor/lit.js';
import { statusMark } from '../lib/icons.js';
import { detailsAddress } from '../lib/session-address.js';
import { appWord, askOf, knownStatus, statusWord } from '../lib/words.js';
import { placeWords } from './folder-words.js';
import './session-action.js';
import { besideStatus, statusFor } from './status-for.js';

/** @import { Session } from '../lib/types.d.ts' */

/**
 * One session on the board.
 *
 * @param {Session} session
 * @param {string | null} agent null when all sessions have the same
 * @param {boolean} mixed whether its column holds more than one status, so that it says its own
 * @param {{ number: number, count: number } | null} among which of how many it is, where not all are drawn
 */
export function boardCard(session, agent, mixed, among) {
  // The number changes with every card that comes or goes before this one, and what is in the card does not.
  return html`<li
    class="board-card"
    aria-posinset=${among?.number ?? nothing}
    aria-setsize=${among?.count ?? nothing}
    data-session-id=${session.id}
    data-status=${knownStatus(session.status)}
  >
    ${guard([session, agent], () => inside(session, agent, mixed))}
  </li>`;
}

/**
 * @param {Session} session
 * @param {string | null} agent
 * @param {boolean} mixed
 */
function inside(session, agent, mixed) {
  const status = knownStatus(session.status);
  const ask = askOf(session);
  const about = [mixed ? statusWord(status) : null, agent, session.machine, appWord(session)].filter((part) => part);
  return html`<div class="card-head" data-status=${status}>
      ${mixed ? statusMark(status) : nothing}
      <a class="name" href=${detailsAddress(session.id)} data-session-id=${session.id} title=${session.name}
        ><bdi>${session.name}</bdi></a
      >
      ${statusFor(session)}
    </div>
    <p class="card-place" title=${session.cwd ?? nothing}>${placeWords(session)}</p>
    ${about.length > 0 ? html`<p class="card-about">${about.map((part) => html`<bdi>${part}</bdi>`)}</p>` : nothing}
    ${ask === null ? nothing : html`<p class="card-ask" title=${ask}><bdi>${ask}</bdi></p>`} ${besideStatus(session)}
    <session-action .session=${session}></session-action>`;
}
