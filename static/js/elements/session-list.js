import { guard, html, nothing, repeat } from '../../vendor/lit.js';
import { store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { agentOf, overviewOf } from '../lib/overview.js';
import { sessionRow } from './session-row.js';

/** Every session, those that need the person first. */
class SessionList extends LookoutElement {
  /** @override */
  render() {
    const { known } = store.state;
    if (!known || known.order.length === 0) return nothing;
    const { sessions, agentsDiffer } = overviewOf(known);
    return html`<section class="panel sessions" aria-labelledby="sessions-title">
      <h2 id="sessions-title" class="panel-title">Sessions <span class="panel-count">${sessions.length}</span></h2>
      <table role="table" aria-labelledby="sessions-title" ?data-agents=${agentsDiffer}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" class="status">Status</th>
            <th role="columnheader" scope="col" class="session">Session</th>
            ${agentsDiffer ? html`<th role="columnheader" scope="col" class="agent">Agent</th>` : nothing}
            <th role="columnheader" scope="col" class="app">App</th>
            <th role="columnheader" scope="col" class="for">For</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${repeat(
            sessions,
            (session) => session.id,
            (session) => {
              const agent = agentsDiffer ? agentOf(session, known.sources) : null;
              return guard([session, agent], () => sessionRow(session, agent));
            },
          )}
        </tbody>
      </table>
    </section>`;
  }
}

customElements.define('session-list', SessionList);
