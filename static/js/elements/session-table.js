import { guard, html, nothing, repeat } from '../../vendor/lit.js';
import { byRepository } from '../lib/layouts.js';
import { agentOf, overviewOf } from '../lib/overview.js';
import { sessionRow } from './session-row.js';

/**
 * @import { Group } from '../lib/layouts.js'
 * @import { Known, Session } from '../lib/types.d.ts'
 */

/**
 * The sessions as rows: all in one, or under the name of their repository.
 *
 * @param {Known} known
 * @param {'list' | 'repos'} layout
 */
export function sessionTable(known, layout) {
  const { sessions, agentsDiffer } = overviewOf(known);
  const columns = agentsDiffer ? 6 : 5;
  /** @param {Session[]} list */
  const rows = (list) =>
    repeat(
      list,
      (session) => session.id,
      (session) => {
        const agent = agentsDiffer ? agentOf(session, known.sources) : null;
        return guard([session, agent], () => sessionRow(session, agent));
      },
    );
  return html`<table role="table" aria-labelledby="sessions-title" ?data-agents=${agentsDiffer}>
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col" class="status">Status</th>
        <th role="columnheader" scope="col" class="session">Session</th>
        ${agentsDiffer ? html`<th role="columnheader" scope="col" class="agent">Agent</th>` : nothing}
        <th role="columnheader" scope="col" class="app">App</th>
        <th role="columnheader" scope="col" class="for">For</th>
        <th role="columnheader" scope="col" class="act"><span class="visually-hidden">Action</span></th>
      </tr>
    </thead>
    ${
      layout === 'list'
        ? html`<tbody role="rowgroup">${rows(sessions)}</tbody>`
        : repeat(
            byRepository(sessions),
            (group) => group.id,
            (group) =>
              html`<tbody role="rowgroup" class="repository" data-repository-id=${group.id}>
                ${heading(group, columns)}${rows(group.sessions)}
              </tbody>`,
          )
    }
  </table>`;
}

/**
 * @param {Group} group
 * @param {number} columns
 */
function heading({ name, sessions }, columns) {
  return html`<tr role="row" class="group">
    <th role="rowheader" scope="rowgroup" colspan=${columns} aria-colspan=${columns}>
      <h3 class="group-name" title=${name ?? nothing}><bdi>${name ?? 'No repository'}</bdi></h3>
      <span class="panel-count">${sessions.length}</span>
    </th>
  </tr>`;
}
