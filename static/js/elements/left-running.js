import { html, nothing, repeat } from '../../vendor/lit.js';
import { act } from '../lib/acting.js';
import { canBeEnded, cleanedUpWords, MOST_ENDED, resultsOf } from '../lib/actions.js';
import { closeIfBeside, focusSomething } from '../lib/dialogs.js';
import { icon } from '../lib/icons.js';
import { clock, store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { overviewOf, staleHours } from '../lib/overview.js';
import { detailsAddress } from '../lib/session-address.js';
import { momentWords } from '../lib/times.js';
import { leftRunningWords } from '../lib/words.js';
import './elapsed-time.js';
import { choosingList, choosingWords, outcomeList } from './end-all.js';
import { placeWords } from './folder-words.js';

/**
 * @import { Result } from '../lib/actions.js'
 * @import { Session } from '../lib/types.d.ts'
 */

/** One a second, and then up to ten seconds for all of them. */
const PATIENCE_MS = 45_000;

/** Sessions idle for so long that they may have been forgotten: a line, and a list of them. */
class LeftRunning extends LookoutElement {
  /** @override */
  static properties = {
    open: { state: true },
    step: { state: true },
    ticked: { state: true },
    said: { state: true },
  };

  /** @type {Session[]} as they were shown when End all… was pressed */
  #offered = [];
  /** @type {Result[]} */
  #results = [];

  constructor() {
    super();
    this.open = false;
    /** @type {'list' | 'choosing' | 'ending' | 'ended'} */
    this.step = 'list';
    /** @type {Set<string>} */
    this.ticked = new Set();
    /** @type {string | null} */
    this.said = null;
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
        ${this.open ? this.#box(stale) : nothing}
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
    if (this.step !== 'ending') this.step = 'list';
    this.said = null;
    focusSomething();
    this.dispatchEvent(new CustomEvent('left-running-closed', { bubbles: true }));
  }

  #close() {
    this.querySelector('dialog')?.close();
  }

  /** @param {Session[]} stale */
  #box(stale) {
    const title = this.step === 'choosing' ? 'End which?' : 'Left running';
    return html`<div class="dialog-box">
      <div class="dialog-head">
        <h2 id="left-running-title" tabindex="-1" autofocus>${title}
          ${this.step === 'list' ? html`<span class="panel-count">${stale.length}</span>` : nothing}
        </h2>
        <button type="button" class="close" aria-label="Close the list" @click=${this.#close}>${icon('x')}</button>
      </div>
      ${this.#body(stale)}
      <div class="dialog-foot">
        <p role="status">${this.said ?? this.#note(stale)}</p>
        ${this.#buttons(stale)}
      </div>
    </div>`;
  }

  /** @param {Session[]} stale */
  #body(stale) {
    if (this.step === 'list') {
      return html`<ul class="left-list" role="list">
        ${repeat(stale, (session) => session.id, leftSession)}
      </ul>`;
    }
    if (this.step === 'ended') return outcomeList(this.#offered, this.#results);
    return choosingList(this.#offered, this.ticked, this.step === 'ending', (id) => this.#tick(id));
  }

  /** @param {Session[]} stale */
  #note(stale) {
    if (this.step === 'choosing') return choosingWords(this.#offered);
    if (this.step === 'ending') return `Ending one a second. That may take ${this.ticked.size + 10} seconds.`;
    return stale.length === 0 ? 'None has been idle for so long any more.' : 'None of them ends by itself.';
  }

  /** @param {Session[]} stale */
  #buttons(stale) {
    if (this.step === 'ended') return html`<button type="button" class="button" @click=${this.#back}>Done</button>`;
    if (this.step === 'list') {
      return canBeEnded(stale).length === 0
        ? nothing
        : html`<button type="button" class="button" @click=${() => this.#choose(stale)}>End all…</button>`;
    }
    const count = this.ticked.size;
    const ending = this.step === 'ending';
    return html`<div class="answers">
      <button type="button" class="button" ?disabled=${ending} @click=${this.#back}>Leave them running</button>
      <button
        type="button"
        class="button ends"
        ?disabled=${count === 0}
        aria-disabled=${ending ? 'true' : nothing}
        aria-busy=${ending ? 'true' : nothing}
        @click=${this.#end}
      >${ending ? 'Ending…' : count === 1 ? 'End 1 session' : `End ${count} sessions`}</button>
    </div>`;
  }

  /** @param {Session[]} stale */
  async #choose(stale) {
    this.#offered = canBeEnded(stale).slice(0, MOST_ENDED);
    this.ticked = new Set(this.#offered.map(({ id }) => id));
    await this.#go('choosing', null);
  }

  #back() {
    void this.#go('list', null);
  }

  /** @param {string} id */
  #tick(id) {
    const ticked = new Set(this.ticked);
    if (!ticked.delete(id)) ticked.add(id);
    this.ticked = ticked;
  }

  async #end() {
    if (this.step !== 'choosing') return;
    this.step = 'ending';
    this.said = null;
    const chosen = this.#offered.filter(({ id }) => this.ticked.has(id));
    const sessions = chosen.map(({ id, statusSince }) => ({ sessionId: id, statusSince }));
    const outcome = await act('/api/sessions/clean-up', 'clean-up', { sessions }, PATIENCE_MS);
    if (!outcome.ok) {
      await this.#go('choosing', outcome.error);
      return;
    }
    this.#offered = chosen;
    this.#results = resultsOf(outcome.answer);
    const names = new Map(chosen.map(({ id, name }) => [id, name]));
    await this.#go(
      'ended',
      cleanedUpWords(this.#results, (id) => names.get(id) ?? id),
    );
  }

  /**
   * @param {LeftRunning['step']} step
   * @param {string | null} said
   */
  async #go(step, said) {
    this.step = step;
    this.said = said;
    await this.updateComplete;
    // What was pressed may have gone.
    const title = this.querySelector('h2');
    if (this.open && title && !this.querySelector('dialog :focus')) title.focus();
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
