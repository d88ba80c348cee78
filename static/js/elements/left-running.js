import { html, nothing, repeat } from '../../vendor/lit.js';
import { closeIfBeside, focusSomething } from '../lib/dialogs.js';
import { icon } from '../lib/icons.js';
import { clock, store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { overviewOf, staleHours } from '../lib/overview.js';
import { detailsAddress } from '../lib/session-address.js';
import { momentWords } from '../lib/times.js';
import { leftRunningWords } from '../lib/words.js';
import './elapsed-time.js';
import { placeWords } from './folder-words.js';

/** @import { Session } from '../lib/types.d.ts' */

/** Sessions idle for so long that they may have been forgotten: a line, and a list of them. */
class LeftRunning extends LookoutElement {
  /** @override */
  static properties = { open: { state: true } };

  constructor() {
    super();
    this.open = false;
  }

  /** @override */
  render() {
    const { known } = store.state;
    const stale = known ? overviewOf(known).sessions.filter((session) => session.stale) : [];
    return html`${known && stale.length > 0 ? this.#line(stale.length, staleHours(known)) : nothing}
      <dialog
        class="dialog"
        aria-labelledby="left-running-title"
        @click=${closeIfBeside}
        @close=${this.#closed}
      >
        ${this.open ? this.#list(stale) : nothing}
      </dialog>`;
  }

  /**
   * @param {number} count
   * @param {number} hours
   */
  #line(count, hours) {
    return html`<p class="left-running">
      <span>${leftRunningWords(count, hours)}</span>
      <button type="button" class="button" aria-haspopup="dialog" @click=${this.#open}>Review…</button>
    </p>`;
  }

  async #open() {
    this.open = true;
    await this.updateComplete;
    this.querySelector('dialog')?.showModal();
  }

  #closed() {
    this.open = false;
    focusSomething();
  }

  #close() {
    this.querySelector('dialog')?.close();
  }

  /** @param {Session[]} stale */
  #list(stale) {
    return html`<div class="dialog-box">
      <div class="dialog-head">
        <h2 id="left-running-title" tabindex="-1" autofocus>Left running <span class="panel-count">${stale.length}</span></h2>
        <button type="button" class="close" aria-label="Close the list" @click=${this.#close}>${icon('x')}</button>
      </div>
      <ul class="left-list" role="list">
        ${repeat(stale, (session) => session.id, leftSession)}
      </ul>
      <div class="dialog-foot">
        <p>
          ${stale.length === 0 ? 'None has been idle for so long any more.' : 'None of them ends by itself.'}
        </p>
      </div>
    </div>`;
  }
}

/** @param {Session} session */
function leftSession(session) {
  const since = session.statusSince ?? null;
  return html`<li data-session-id=${session.id}>
    <a class="name" href=${detailsAddress(session.id)} data-session-id=${session.id} title=${session.name}
      ><bdi>${session.name}</bdi></a
    >
    <span class="left-place" title=${session.cwd ?? nothing}>${placeWords(session)}</span>
    <span class="left-since">
      <elapsed-time since=${since ?? ''} rough></elapsed-time>
      ${since === null ? nothing : html`<span class="since">since ${momentWords(since, clock.now())}</span>`}
    </span>
  </li>`;
}

customElements.define('left-running', LeftRunning);
