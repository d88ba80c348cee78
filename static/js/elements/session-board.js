import { guard, html, nothing, repeat } from '../../vendor/lit.js';
import { Flights } from '../lib/flights.js';
import { statusMark } from '../lib/icons.js';
import { columnsOf } from '../lib/layouts.js';
import { store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { agentOf, overviewOf } from '../lib/overview.js';
import { columnWord, emptyColumnWord } from '../lib/words.js';
import { boardCard } from './board-card.js';

/**
 * @import { Column } from '../lib/layouts.js'
 * @import { Known } from '../lib/types.d.ts'
 */

/** A column for each status. A card goes to its new column by itself, in sight of the person. */
class SessionBoard extends LookoutElement {
  #flights = new Flights(
    () => this.querySelectorAll('.board-column > ul'),
    (card) => card.getAttribute('data-session-id') ?? '',
  );
  /** What stood where, as one text: only when that changes is there anything to move. */
  #stood = '';

  /**
   * @override
   * @param {Map<PropertyKey, unknown>} changed
   */
  update(changed) {
    const stands = this.#stands();
    const draw = () => super.update(changed);
    if (this.#stood === '' || this.#stood === stands) draw();
    else this.#keepingFocus(() => this.#flights.around(draw));
    this.#stood = stands;
  }

  #stands() {
    const { known } = store.state;
    return known ? known.order.map((id) => `${known.sessions.get(id)?.status} ${id}`).join('\n') : '';
  }

  /**
   * A card in another column is another element, which the person need not know.
   *
   * @param {() => void} draw
   */
  #keepingFocus(draw) {
    const focused = this.querySelector('a:focus')?.getAttribute('data-session-id');
    draw();
    if (!focused || this.contains(document.activeElement)) return;
    const link = this.querySelector(`a[data-session-id="${CSS.escape(focused)}"]`);
    if (link instanceof HTMLElement) link.focus({ preventScroll: true });
  }

  /** @override */
  render() {
    const { known, phase } = store.state;
    if (!known) return nothing;
    const { sessions, problems } = overviewOf(known);
    const seesAll = phase === 'live' && problems.length === 0;
    return html`<div class="board">
      ${repeat(
        columnsOf(sessions),
        ({ key }) => key,
        (column) => this.#column(column, known, seesAll),
      )}
    </div>`;
  }

  /**
   * @param {Column} column
   * @param {Known} known
   * @param {boolean} seesAll
   */
  #column({ key, sessions }, known, seesAll) {
    const { agentsDiffer } = overviewOf(known);
    return html`<section class="board-column" data-column=${key} aria-labelledby="column-${key}">
      <h3 id="column-${key}" data-status=${key} ?data-none=${sessions.length === 0}>
        ${key === 'over' ? nothing : statusMark(key)}<span>${columnWord(key)}</span>
        <span class="panel-count">${sessions.length}</span>
      </h3>
      ${sessions.length === 0 ? html`<p class="board-none">${emptyColumnWord(key, seesAll)}</p>` : nothing}
      <ul role="list">
        ${repeat(
          sessions,
          (session) => session.id,
          (session) => {
            const agent = agentsDiffer ? agentOf(session, known.sources) : null;
            return guard([session, agent], () => boardCard(session, agent, key === 'over'));
          },
        )}
      </ul>
    </section>`;
  }
}

customElements.define('session-board', SessionBoard);
