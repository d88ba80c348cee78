import { html, nothing, repeat } from '../../vendor/lit.js';
import { Flights } from '../lib/flights.js';
import { statusMark } from '../lib/icons.js';
import { columnsOf } from '../lib/layouts.js';
import { store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { Nearby } from '../lib/nearby.js';
import { agentOf, overviewOf } from '../lib/overview.js';
import { FEW } from '../lib/rows-near.js';
import { columnWord, emptyColumnWord } from '../lib/words.js';
import { boardCard } from './board-card.js';
import { nearRows } from './near-rows.js';
import { farItems } from './room.js';

/**
 * @import { Column } from '../lib/layouts.js'
 * @import { Known } from '../lib/types.d.ts'
 */

/** A column for each status. A card goes to its new column by itself, in sight of the person. */
class SessionBoard extends LookoutElement {
  #flights = new Flights(
    () => [...this.querySelectorAll('.board-column')].map((column) => column.querySelectorAll('.board-card')),
    (card) => card.getAttribute('data-session-id') ?? '',
  );
  #nearby = new Nearby(
    this,
    () =>
      [...this.querySelectorAll('.board-column')].map((column) => ({
        key: column.getAttribute('data-column') ?? '',
        rows: column.querySelectorAll('ul > li'),
      })),
    () => this.requestUpdate(),
  );

  /** What was drawn last: only when its order or a status is another is there anything to move. */
  #drawn = /** @type {Known | null} */ (null);

  /** @type {(() => void) | undefined} */
  #unsubscribe;

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.#unsubscribe = store.subscribe(() => this.#note());
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#unsubscribe?.();
  }

  #note() {
    const { known } = store.state;
    const before = this.#drawn;
    if (before === null || known === null || isPlacedAlike(before, known)) return;
    // Among many, one that is seen to go to another column is carried there, and nothing else moves.
    const isLong = known.order.length > FEW;
    const isElsewhere = (/** @type {string} */ id) =>
      before.sessions.get(id)?.status !== known.sessions.get(id)?.status;
    this.#flights.note((id) => !isLong || isElsewhere(id), !isLong);
  }

  /**
   * @override
   * @param {Map<PropertyKey, unknown>} changed
   */
  update(changed) {
    this.#keepingFocus(() => super.update(changed));
    this.#drawn = store.state.known;
    this.#flights.land();
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
    const count = sessions.length;
    return html`<section class="board-column" data-column=${key} aria-labelledby="column-${key}">
      <h3 id="column-${key}" data-status=${key} ?data-none=${sessions.length === 0}>
        ${key === 'over' ? nothing : statusMark(key)}<span>${columnWord(key)}</span>
        <span class="panel-count">${sessions.length}</span>
      </h3>
      ${sessions.length === 0 ? html`<p class="board-none">${emptyColumnWord(key, seesAll)}</p>` : nothing}
      <ul role="list">
        ${nearRows(sessions, this.#nearby.among(key, sessions), {
          row: (session, index) => {
            const agent = agentsDiffer ? agentOf(session, known.sources) : null;
            return boardCard(session, agent, key === 'over', count > FEW ? { number: index + 1, count } : null);
          },
          far: (far) => farItems(far.length, this.#nearby.room(key, far.length)),
        })}
      </ul>
    </section>`;
  }
}

/**
 * @param {Known} before
 * @param {Known} known
 */
function isPlacedAlike(before, known) {
  const isSame = (/** @type {string} */ id, /** @type {number} */ place) =>
    before.order[place] === id && before.sessions.get(id)?.status === known.sessions.get(id)?.status;
  return before.order.length === known.order.length && known.order.every(isSame);
}

customElements.define('session-board', SessionBoard);
