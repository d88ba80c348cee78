import { html, nothing } from '../../vendor/lit.js';
import { keepingFocus } from '../lib/keeping-focus.js';
import { keepLayout, keptLayout } from '../lib/layouts.js';
import { store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { Nearby } from '../lib/nearby.js';
import { overviewOf } from '../lib/overview.js';
import { layoutChoice } from './layout-choice.js';
import './left-running.js';
import './session-board.js';
import { sessionTable } from './session-table.js';

/** @import { Layout } from '../lib/layouts.js' */

/** Every session, those that need the person first, laid out as the person chose. */
class SessionList extends LookoutElement {
  /** @override */
  static properties = { layout: { state: true } };

  constructor() {
    super();
    /** @type {Layout} */
    this.layout = keptLayout();
  }

  #nearby = new Nearby(
    this,
    () => [{ key: this.layout, rows: this.querySelectorAll('tr:is([data-session-id], [data-rows])') }],
    () => this.requestUpdate(),
  );

  /**
   * @override
   * @param {Map<PropertyKey, unknown>} changed
   */
  update(changed) {
    keepingFocus(() => super.update(changed));
  }

  /**
   * @override
   * @param {Map<PropertyKey, unknown>} changed
   */
  updated(changed) {
    if (changed.has('layout')) this.#nearby.look();
  }

  /** @override */
  render() {
    const { known } = store.state;
    if (!known) return nothing;
    // What became of the last of them is said in a dialog that is part of this.
    if (known.order.length === 0 && !this.querySelector('left-running dialog[open]')) return nothing;
    return html`<section class="panel sessions" aria-labelledby="sessions-title">
      <header class="sessions-head">
        <h2 id="sessions-title" class="panel-title">
          Sessions <span class="panel-count">${overviewOf(known).sessions.length}</span>
        </h2>
        <left-running @left-running-closed=${() => this.requestUpdate()}></left-running>
        ${layoutChoice(this.layout, (layout) => this.#choose(layout))}
      </header>
      ${
        this.layout === 'board' ? html`<session-board></session-board>` : sessionTable(known, this.layout, this.#nearby)
      }
    </section>`;
  }

  /** @param {Layout} layout */
  #choose(layout) {
    keepLayout(layout);
    this.layout = layout;
  }
}

customElements.define('session-list', SessionList);
