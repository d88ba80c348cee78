import { html, LitElement, nothing } from '../../vendor/lit.js';
import { act } from '../lib/acting.js';
import { actionOf, copiedWords, jumpedWords } from '../lib/actions.js';
import { textPieces } from './text-pieces.js';

/**
 * @import { Said } from '../lib/actions.js'
 * @import { Session } from '../lib/types.d.ts'
 */

const SAID_FOR_MS = 15_000;
/** A line to run is there for as long as it takes to get to a terminal. */
const LINE_SAID_FOR_MS = 120_000;

/** The one action of a session, and in its own place what came of pressing it. */
class SessionAction extends LitElement {
  /** @override */
  static properties = { session: { attribute: false }, busy: { state: true }, said: { state: true } };

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    /** @type {Session | null} */
    this.session = null;
    this.busy = false;
    /** @type {Said | null} */
    this.said = null;
  }

  /** @override */
  createRenderRoot() {
    return this;
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.said = null;
  }

  /**
   * @override
   * @param {Map<PropertyKey, unknown>} changed
   */
  willUpdate(changed) {
    const before = /** @type {Session | null | undefined} */ (changed.get('session'));
    if (before && before.id !== this.session?.id) this.#say(null);
  }

  /** @override */
  render() {
    const { session, said } = this;
    const action = session ? actionOf(session) : null;
    // With nothing to press, what was said last stays until its time is over.
    if (!session || (!action && !said)) return nothing;
    return html`${action ? this.#control(session, action) : nothing}
      <p class="said" role="status" ?data-empty=${!said}>
        ${said ? html`<bdi>${said.words}</bdi>` : nothing}
        ${said?.command ? html`<code class="command-line" tabindex="0" role="group" aria-label="The command">${textPieces(said.command)}</code>` : nothing}
      </p>`;
  }

  /**
   * @param {Session} session
   * @param {import('../lib/actions.js').Action} action
   */
  #control(session, action) {
    if (action.kind === 'open') {
      return html`<a class="button action" href=${action.address} aria-label="Jump to ${session.name}" title="Opens it in VS Code" @click=${this.#opened}>Jump</a>`;
    }
    const jumps = action.kind === 'jump';
    return html`<button
      type="button"
      class="button action"
      aria-label=${jumps ? `Jump to ${session.name}` : `Resume ${session.name}`}
      aria-disabled=${this.busy ? 'true' : nothing}
      aria-busy=${this.busy ? 'true' : nothing}
      title=${jumps ? action.place : 'Copies the command that goes on with it'}
      @click=${() => (action.kind === 'jump' ? this.#jump(session) : this.#resume(action.command))}
    >${jumps ? 'Jump' : 'Resume'}</button>`;
  }

  #opened() {
    this.#say({ words: 'VS Code was asked to open it.', command: null });
  }

  /** @param {Session} session */
  async #jump({ id }) {
    if (this.busy) return;
    this.busy = true;
    this.#say(null);
    const outcome = await act('/api/jump', 'jump', { sessionId: id });
    this.busy = false;
    if (this.session?.id !== id) return;
    this.#say(outcome.ok ? jumpedWords(outcome.answer) : { words: outcome.error, command: null });
  }

  /** @param {string} command */
  async #resume(command) {
    let copied = true;
    try {
      await navigator.clipboard.writeText(command);
    } catch {
      copied = false;
    }
    this.#say(copiedWords(command, copied));
    await this.updateComplete;
    const line = this.querySelector('.command-line');
    if (!copied && line) getSelection()?.selectAllChildren(line);
  }

  /** @param {Said | null} said */
  #say(said) {
    clearTimeout(this.#timer);
    this.said = said;
    if (!said) return;
    this.#timer = setTimeout(() => this.#say(null), said.command ? LINE_SAID_FOR_MS : SAID_FOR_MS);
  }
}

customElements.define('session-action', SessionAction);
