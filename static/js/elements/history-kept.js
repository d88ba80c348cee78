import { html, nothing } from '../../vendor/lit.js';
import { act } from '../lib/acting.js';
import { keptWords } from '../lib/kept-words.js';
import { clock, store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { momentWords } from '../lib/times.js';
import { textPieces } from './text-pieces.js';

/** @import { Kept } from '../lib/types.d.ts' */

const ASK_EVERY_MS = 10_000;
const ASK_TIMEOUT_MS = 4000;
/** The shortest window there is: the card shows no points. */
const QUESTION = '/api/history?windowMs=1';

/** Where the history is kept, how large it is and since when; and the way to forget it. */
class HistoryKept extends LookoutElement {
  /** @override */
  static properties = { asked: { state: true }, isSure: { state: true }, said: { state: true } };

  /** @type {number | undefined} */
  #timer;

  constructor() {
    super();
    /** @type {{ kept: Kept, since: { at: number, by: string } } | null} */
    this.asked = null;
    /** Whether the person is being asked once more. */
    this.isSure = false;
    this.said = '';
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    void this.#ask();
    this.#timer = window.setInterval(() => document.hidden || void this.#ask(), ASK_EVERY_MS);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  async #ask() {
    try {
      const answer = await fetch(QUESTION, { cache: 'no-store', signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
      if (answer.ok) this.asked = await answer.json();
    } catch {
      // The header says that the server is away.
    }
  }

  /** @override */
  render() {
    if (!this.asked || !store.state.known) return html`<p class="quiet">Reading…</p>`;
    const { kept, since } = this.asked;
    const begun = since.by === 'cleared' ? 'Cleared' : 'Begun';
    return html`<div class="history-kept">
      <p>${textPieces(keptWords(kept))}</p>
      <p class="quiet">${begun} ${momentWords(since.at, clock.now(), { seconds: true })}. Waits are kept for seven days, never what was asked.</p>
      ${kept.problem ? html`<p class="problem" role="status">${kept.problem}</p>` : nothing}
      ${this.isSure ? this.#question() : this.#button()}
      <p class="said" role="status">${this.said}</p>
    </div>`;
  }

  #button() {
    return html`<button type="button" class="button" @click=${this.#askOnceMore}>Clear history…</button>`;
  }

  #question() {
    return html`<fieldset class="sure">
      <legend>Forget every event, chart and wait until now? Sessions go on as they are.</legend>
      <button type="button" class="button" @click=${this.#leave}>Keep it</button>
      <button type="button" class="button" @click=${this.#clear}>Clear history</button>
    </fieldset>`;
  }

  async #askOnceMore() {
    this.isSure = true;
    this.said = '';
    await this.updateComplete;
    this.querySelector('button')?.focus();
  }

  async #leave() {
    this.isSure = false;
    await this.updateComplete;
    this.querySelector('button')?.focus();
  }

  async #clear() {
    const done = await act('/api/history/clear', 'clear-history', {});
    this.said = done.ok ? 'Cleared.' : done.error;
    await this.#ask();
    await this.#leave();
  }
}

customElements.define('history-kept', HistoryKept);
