import { guard, html, nothing } from '../../vendor/lit.js';
import { statusMark } from '../lib/icons.js';
import { detailsAddress } from '../lib/session-address.js';
import { appWord, statusWord } from '../lib/words.js';
import { folderWords } from './folder-words.js';
import { pullInRow } from './pull-words.js';
import { room } from './room.js';
import './session-action.js';
import { besideStatus, statusFor } from './status-for.js';

/** @import { Session } from '../lib/types.d.ts' */

/**
 * One row of the list. The roles say again what the tags say, since rows that are stacked on a
 * phone would lose it.
 *
 * @param {Session} session
 * @param {string | null} agent null when all sessions have the same
 * @param {number | null} number of the row, where not all are drawn
 */
export function sessionRow(session, agent, number) {
  // The number changes with every row that comes or goes before this one, and what is in the row does not.
  return html`<tr role="row" aria-rowindex=${number ?? nothing} data-session-id=${session.id} data-status=${session.status}>
    ${guard([session, agent], () => cells(session, agent))}
  </tr>`;
}

/**
 * @param {Session} session
 * @param {string | null} agent
 */
function cells(session, agent) {
  const app = appWord(session);
  const pull = session.git?.pullRequest;
  return html`<td role="cell" class="status" data-status=${session.status}>
      ${statusMark(session.status)}<span>${statusWord(session.status)}</span>
    </td>
    <th role="rowheader" scope="row" class="session">
      <a class="name" href=${detailsAddress(session.id)} data-session-id=${session.id} title=${session.name}
        ><bdi>${session.name}</bdi></a
      >
      <span class="place">
        <span class="folder" title=${session.cwd ?? nothing}>${folderWords(session)}</span>
        ${pull ? pullInRow(pull) : nothing}
      </span>
    </th>
    ${agent === null ? nothing : html`<td role="cell" class="agent" title=${agent}><bdi>${agent}</bdi></td>`}
    <td role="cell" class="app" ?data-unknown=${app === null}>
      ${app ?? html`<span aria-hidden="true">–</span><span class="visually-hidden">not known</span>`}
    </td>
    <td role="cell" class="for">
      ${statusFor(session)} ${besideStatus(session)}
    </td>
    <td role="cell" class="act"><session-action .session=${session}></session-action></td>`;
}

/**
 * The room of rows that are far from what is seen.
 *
 * @param {number} count
 * @param {number} height
 */
export function farRows(count, height) {
  return html`<tr class="far" data-rows=${count} aria-hidden="true"><td>${room(height)}</td></tr>`;
}
