import { html, nothing } from '../../vendor/lit.js';
import { byRepository } from '../lib/layouts.js';
import { agentOf, overviewOf } from '../lib/overview.js';
import { FEW } from '../lib/rows-near.js';
import { nearRows } from './near-rows.js';
import { farRows, sessionRow } from './session-row.js';

/**
 * @import { Group } from '../lib/layouts.js'
 * @import { Nearby } from '../lib/nearby.js'
 * @import { Known, Session } from '../lib/types.d.ts'
 */

/**
 * The sessions as rows: all in one, or under the name of their repository.
 *
 * @param {Known} known
 * @param {'list' | 'repos'} layout
 * @param {Nearby} nearby
 */
export function sessionTable(known, layout, nearby) {
  const { sessions, agentsDiffer } = overviewOf(known);
  const groups = layout === 'list' ? [] : byRepository(sessions);
  const all = layout === 'list' ? sessions : groups.flatMap((group) => group.sessions);
  const isLong = all.length > FEW;
  const isDrawn = nearby.among(layout, all);
  const placed = placedIn(groups, isDrawn);
  const columns = agentsDiffer ? 6 : 5;

  /**
   * @param {Session[]} list
   * @param {{ place: number, number: number }} start the place of the first among all rows, and its number with the headings
   */
  const rows = (list, start) =>
    nearRows(list, (index) => isDrawn(start.place + index), {
      row: (session, index) => {
        const agent = agentsDiffer ? agentOf(session, known.sources) : null;
        return sessionRow(session, agent, isLong ? start.number + index : null);
      },
      far: (far) => farRows(far.length, nearby.room(layout, far.length)),
    });

  return html`<table
    role="table"
    aria-labelledby="sessions-title"
    aria-rowcount=${isLong ? 1 + all.length + groups.length : nothing}
    ?data-agents=${agentsDiffer}>
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
        ? html`<tbody role="rowgroup">${rows(all, { place: 0, number: 2 })}</tbody>`
        : nearRows(placed, (index) => placed[index]?.isDrawn ?? false, {
            row: (group) => html`<tbody role="rowgroup" class="repository" data-repository-id=${group.id}>
              ${heading(group, columns, isLong ? group.number : null)}
              ${rows(group.sessions, { place: group.place, number: group.number + 1 })}
            </tbody>`,
            far: (far) => {
              const count = far.reduce((sum, { sessions: within }) => sum + within.length, 0);
              return html`<tbody class="far" aria-hidden="true">${farRows(count, nearby.room(layout, count))}</tbody>`;
            },
          })
    }
  </table>`;
}

/**
 * Groups with the place of their first row, the number of their heading, and whether any row is drawn.
 *
 * @param {Group[]} groups
 * @param {(index: number) => boolean} isDrawn
 */
function placedIn(groups, isDrawn) {
  let place = 0;
  return groups.map((group, index) => {
    const start = place;
    place += group.sessions.length;
    return {
      ...group,
      place: start,
      // The names of the columns are the first row of all, and each group before has a heading.
      number: 2 + start + index,
      isDrawn: group.sessions.some((_, within) => isDrawn(start + within)),
    };
  });
}

/**
 * @param {Group} group
 * @param {number} columns
 * @param {number | null} number
 */
function heading({ name, where, sessions }, columns, number) {
  return html`<tr role="row" aria-rowindex=${number ?? nothing} class="group">
    <th role="rowheader" scope="rowgroup" colspan=${columns} aria-colspan=${columns}>
      <h3 class="group-name" title=${name ?? nothing}><bdi>${name ?? 'No repository'}</bdi></h3>
      <span class="panel-count">${sessions.length}</span>
      ${where === null ? nothing : html`<span class="group-place" title=${where}><bdi>${where}</bdi></span>`}
    </th>
  </tr>`;
}
