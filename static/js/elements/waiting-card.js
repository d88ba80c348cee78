import { html, nothing } from '../../vendor/lit.js';
import { statusMark } from '../lib/icons.js';
import { clock } from '../lib/live.js';
import { detailsAddress } from '../lib/session-address.js';
import { momentWords } from '../lib/times.js';
import { appWord, reasonWord } from '../lib/words.js';
import { askText } from './ask-text.js';
import './elapsed-time.js';
import { folderWords } from './folder-words.js';
import './session-action.js';

/**
 * One session that needs the person: who, why, what it asks, since when. Its parts are named
 * areas of a grid, so that what acts on a wait has a row of its own to come into.
 *
 * @param {import('../lib/types.d.ts').Session} session
 * @param {string} agent
 */
export function waitingCard(session, agent) {
  const where = [agent, appWord(session)].filter((part) => part);
  return html`<li class="waiting-card" data-session-id=${session.id}>
    <div class="who">
      <h3>
        <a class="name" href=${detailsAddress(session.id)} data-session-id=${session.id} title=${session.name}
          ><bdi>${session.name}</bdi></a
        >
      </h3>
      <p class="where" title=${session.cwd ?? nothing}>
        ${session.project ? html`<span>${folderWords(session)}</span>` : nothing}
        ${where.map((part) => html`<span><bdi>${part}</bdi></span>`)}
      </p>
    </div>
    <div class="why">
      <p class="reason">${statusMark('needs-you')}${reasonWord(session)}</p>
      ${askText(session)}
    </div>
    <div class="wait">${waited(session.statusSince)}</div>
    <session-action .session=${session}></session-action>
  </li>`;
}

/** @param {number | null | undefined} since */
function waited(since) {
  if (since === null || since === undefined) return html`<p class="since">since when is not known</p>`;
  return html`<p class="timer"><elapsed-time since=${since}></elapsed-time></p>
    <p class="since">since ${momentWords(since, clock.now())}</p>`;
}
