import { html, LitElement, nothing } from '../../vendor/lit.js';
import { act } from '../lib/acting.js';
import { stopWords } from '../lib/actions.js';
import './copy-button.js';
import { textPieces } from './text-pieces.js';

/** @import { Session } from '../lib/types.d.ts' */

const PATIENCE_MS = 25_000;
const LINE_WITHIN_MS = 4000;

/**
 * Stop, in the details: asks whether it is meant, and says what came of it, also once the session
 * has left the list.
 */
class StopSession extends LitElement {
  /** @override */
  static properties = {
    sessionId: { attribute: false },
    session: { attribute: false },
    step: { state: true },
    said: { state: true },
    command: { state: true },
  };

  constructor() {
    super();
    /** @type {string | null} null while the details are closed */
    this.sessionId = null;
    /** @type {Session | null} */
    this.session = null;
    /** @type {'rest' | 'asking' | 'ending'} */
    this.step = 'rest';
    /** @type {string | null} */
    this.said = null;
    /** @type {string | null} the line that goes on with a session that was ended here */
    this.command = null;
  }

  /** @override */
  createRenderRoot() {
    return this;
  }

  /**
   * @override
   * @param {Map<PropertyKey, unknown>} changed
   */
  willUpdate(changed) {
    if (!changed.has('sessionId')) return;
    this.step = 'rest';
    this.said = null;
    this.command = null;
  }

  /** @override */
  render() {
    const offered = this.session?.stop && this.step === 'rest';
    return html`${
      offered ? html`<button type="button" class="button stop" @click=${this.#ask}>Stop…</button>` : nothing
    }
      ${this.step === 'rest' || !this.session ? nothing : this.#question(this.session)}
      <p class="said" role="status" ?data-empty=${this.#words() === null}><bdi>${this.#words() ?? nothing}</bdi></p>
      ${this.command === null ? nothing : this.#line(this.command)}`;
  }

  #words() {
    return this.step === 'ending' ? 'It was asked to end. That may take ten seconds.' : this.said;
  }

  /** @param {Session} session */
  #question(session) {
    const { will, willNot } = stopWords(session);
    const ending = this.step === 'ending';
    return html`<div class="question" role="group" aria-labelledby="stop-title">
      <h3 id="stop-title" tabindex="-1">Stop <bdi>${session.name}</bdi>?</h3>
      <ul role="list">
        ${will.map((words) => html`<li>${words}</li>`)} ${willNot.map((words) => html`<li class="not">${words}</li>`)}
      </ul>
      <div class="answers">
        <button type="button" class="button" ?disabled=${ending} @click=${this.#keep}>Leave it running</button>
        <button
          type="button"
          class="button ends"
          aria-disabled=${ending ? 'true' : nothing}
          aria-busy=${ending ? 'true' : nothing}
          @click=${() => this.#stop(session.id)}
        >${ending ? 'Stopping…' : 'Stop it'}</button>
      </div>
    </div>`;
  }

  /** @param {string} command */
  #line(command) {
    return html`<div class="goes-on">
      <code class="command-line" tabindex="0" role="group" aria-label="The command">${textPieces(command)}</code>
      <copy-button text=${command} what="the command that goes on with it"></copy-button>
    </div>`;
  }

  async #ask() {
    this.said = null;
    this.step = 'asking';
    await this.updateComplete;
    this.querySelector('h3')?.focus();
  }

  async #keep() {
    this.step = 'rest';
    await this.updateComplete;
    this.querySelector('button')?.focus();
  }

  /** @param {string} id */
  async #stop(id) {
    if (this.step === 'ending') return;
    this.step = 'ending';
    const outcome = await act('/api/sessions/stop', 'stop', { sessionId: id }, PATIENCE_MS);
    if (this.sessionId !== id) return;
    this.step = 'rest';
    if (!outcome.ok) {
      this.said = outcome.error;
    } else {
      const { command, problem } = await lineOf(id);
      if (this.sessionId !== id) return;
      this.command = command;
      const next = problem ?? 'Its conversation is kept.';
      this.said = `It has ended. ${command === null ? next : 'This goes on with it:'}`;
    }
    await this.updateComplete;
    // The button that was pressed has gone.
    const next = this.querySelector('button') ?? document.querySelector('#details-title');
    if (document.activeElement === document.body && next instanceof HTMLElement) next.focus();
  }
}

/**
 * @param {string} id
 * @returns {Promise<{ command: string | null, problem: string | null }>} why there is no line, where that is said
 */
async function lineOf(id) {
  try {
    const answer = await fetch(`/api/resume?session=${encodeURIComponent(id)}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(LINE_WITHIN_MS),
    });
    const { command, problem } = answer.ok ? await answer.json() : {};
    return {
      command: typeof command === 'string' ? command : null,
      problem: typeof problem === 'string' ? problem : null,
    };
  } catch {
    return { command: null, problem: null };
  }
}

customElements.define('stop-session', StopSession);
