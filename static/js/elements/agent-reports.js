import { html, nothing, repeat } from '../../vendor/lit.js';
import { icon, levelMark } from '../lib/icons.js';
import { store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { reasonsOf } from '../lib/sources.js';
import { CAPABILITIES, levelWord, listed } from '../lib/words.js';

/** @import { Source } from '../lib/types.d.ts' */

/** What each agent can report; each row opens to say why it cannot report the rest. */
class AgentReports extends LookoutElement {
  /** @override */
  static properties = { open: { state: true } };

  constructor() {
    super();
    /** @type {ReadonlySet<string>} the sources whose reasons are shown */
    this.open = new Set();
  }

  /** @override */
  render() {
    const { known } = store.state;
    if (!known) return nothing;
    return html`<section class="panel reports" aria-labelledby="reports-title">
      <h2 id="reports-title" class="panel-title">What each agent can report</h2>
      <table role="table" aria-labelledby="reports-title">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" class="agent">Agent</th>
            ${CAPABILITIES.map(({ words }) => html`<th role="columnheader" scope="col">${words}</th>`)}
            <th role="columnheader" scope="col" class="why"><span class="visually-hidden">Reasons</span></th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${repeat(
            known.sources.values(),
            (source) => source.id,
            (source, index) => this.#rows(source, `why-${index}`),
          )}
        </tbody>
      </table>
    </section>`;
  }

  /**
   * @param {Source} source
   * @param {string} whyId
   */
  #rows(source, whyId) {
    const reasons = reasonsOf(source);
    const isOpen = this.open.has(source.id);
    return html`<tr role="row" class="levels" data-source-id=${source.id}>
        <th role="rowheader" scope="row" class="agent"><bdi>${source.label}</bdi></th>
        ${CAPABILITIES.map(({ key, words }) => levelCell(words, source.capabilities?.[key]?.level ?? 'unknown'))}
        <td role="cell" class="why">
          ${
            reasons.length === 0
              ? nothing
              : html`<button
                  type="button"
                  aria-expanded=${isOpen}
                  aria-controls=${whyId}
                  aria-label="Why, for ${source.label}"
                  @click=${() => this.#toggle(source.id)}
                >
                  Why${icon('chevron-down')}
                </button>`
          }
        </td>
      </tr>
      <tr role="row" class="reasons" id=${whyId} ?hidden=${!isOpen}>
        <td role="cell" colspan=${CAPABILITIES.length + 2}>
          <dl>
            ${reasons.map(
              ({ names, level, reason }) =>
                html`<div>
                  <dt>${levelMark(level)}<span class="visually-hidden">${levelWord(level)}: </span>${listed(names)}</dt>
                  <dd>${reason}</dd>
                </div>`,
            )}
          </dl>
        </td>
      </tr>`;
  }

  /** @param {string} sourceId */
  #toggle(sourceId) {
    const open = new Set(this.open);
    if (!open.delete(sourceId)) open.add(sourceId);
    this.open = open;
  }
}

/**
 * @param {string} words what it is about, said in the cell itself where rows are stacked
 * @param {string} level
 */
function levelCell(words, level) {
  return html`<td role="cell" class="level" data-level=${level}>
    <span class="about" aria-hidden="true">${words}</span>
    <span class="answer">${levelMark(level)}${levelWord(level)}</span>
  </td>`;
}

customElements.define('agent-reports', AgentReports);
