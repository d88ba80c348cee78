import { html, nothing } from '../../vendor/lit.js';
import { addressChanges, closeOver } from '../lib/address.js';
import { icon, statusMark } from '../lib/icons.js';
import { clock, store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { idAt } from '../lib/session-address.js';
import { momentWords } from '../lib/times.js';
import { askOf, reasonWord, statusWord } from '../lib/words.js';
import './copy-button.js';
import './elapsed-time.js';
import './own-past.js';
import './quiet-for.js';
import './session-action.js';
import { sessionFacts } from './session-facts.js';
import './stop-session.js';
import { textPieces } from './text-pieces.js';

/** @import { Session } from '../lib/types.d.ts' */

/**
 * Everything known of the session the address names, over the Overview. The address alone says
 * whether it is open, so reload, Back and a bookmark need no care of their own.
 */
class SessionDetails extends LookoutElement {
  /** @override */
  static properties = { sessionId: { state: true } };

  /** @type {Element | null} what had the focus when it was opened */
  #opener = null;

  constructor() {
    super();
    /** @type {string | null} */
    this.sessionId = idAt(location.pathname);
    addressChanges.addEventListener('change', () => {
      this.sessionId = idAt(location.pathname);
    });
  }

  /** @override */
  updated() {
    const dialog = this.querySelector('dialog');
    if (!dialog || dialog.open === (this.sessionId !== null)) return;
    if (this.sessionId !== null) {
      this.#opener = document.activeElement;
      dialog.showModal();
    } else {
      dialog.close();
      this.#giveFocusBack();
    }
  }

  #giveFocusBack() {
    const opener = this.#opener;
    this.#opener = null;
    if (
      (opener instanceof HTMLElement || opener instanceof SVGElement) &&
      opener.isConnected &&
      opener !== document.body
    ) {
      opener.focus();
      return;
    }
    // Opened by its address, or the row or card it was opened from has gone.
    const place =
      document.querySelector(`session-list a[data-session-id="${CSS.escape(this.#lastId ?? '')}"]`) ??
      document.querySelector('main');
    if (place instanceof HTMLElement) place.focus();
  }

  /** @type {string | null} the session shown last, so that it stays drawn while it closes */
  #lastId = null;

  /** @override */
  render() {
    this.#lastId = this.sessionId ?? this.#lastId;
    return html`<dialog
      class="details"
      aria-labelledby="details-title"
      @cancel=${this.#cancel}
      @click=${this.#pressBeside}
    >
      ${this.#lastId === null ? nothing : this.#content(this.#lastId)}
    </dialog>`;
  }

  /** @param {Event} event */
  #cancel(event) {
    event.preventDefault();
    closeOver();
  }

  /** @param {Event} event */
  #pressBeside(event) {
    // The dialog's own box holds nothing but its sheet, so a press on it is one beside the sheet.
    if (event.target === event.currentTarget) closeOver();
  }

  /**
   * One heading for every state, so that it keeps the focus it got when the sheet was opened.
   *
   * @param {string} id
   */
  #content(id) {
    const { known } = store.state;
    const session = known?.sessions.get(id);
    return html`<div class="sheet" data-session-id=${id}>
      <div class="sheet-head">
        ${session ? this.#status(session.status) : nothing}
        <h2 id="details-title" tabindex="-1" autofocus>${session ? html`<bdi>${session.name}</bdi>` : awayWords(known)}</h2>
      </div>
      <button type="button" class="close" aria-label="Close details" @click=${closeOver}>${icon('x')}</button>
      ${known && session ? this.#now(session) : nothing} ${known ? this.#acts(session ?? null) : nothing}
      ${known && session ? sessionFacts(session, known.sources) : nothing}
      ${known && !session ? html`<p class="gone">It has ended or was cleared away. If it comes back, it shows here by itself.</p>` : nothing}
      ${known ? html`<own-past .sessionId=${id}></own-past>` : nothing}
    </div>`;
  }

  /** @param {Session['status']} status */
  #status(status) {
    return html`<p class="status" data-status=${status}>${statusMark(status)}${statusWord(status)}</p>`;
  }

  /**
   * Drawn also for a session that has gone, since that may be what was asked for here.
   *
   * @param {Session | null} session
   */
  #acts(session) {
    return html`<div class="acts">
      <session-action .session=${session}></session-action>
      <stop-session .sessionId=${this.sessionId} .session=${session}></stop-session>
      ${session?.resumeProblem ? html`<p class="cannot"><bdi>${session.resumeProblem}</bdi></p>` : nothing}
    </div>`;
  }

  /** @param {Session} session */
  #now(session) {
    const ask = askOf(session);
    const since = session.statusSince ?? null;
    return html`<section class="now" data-status=${session.status} aria-label="Status">
      <p class="timer">
        ${since === null ? 'for how long is not known' : html`<elapsed-time since=${since}></elapsed-time>`}
      </p>
      <p class="since">
        ${session.status === 'needs-you' ? html`<span class="reason">${reasonWord(session)}</span>` : nothing}
        ${since === null ? nothing : html`<span>since ${momentWords(since, clock.now(), { seconds: true })}</span>`}
        ${session.stale ? html`<span>stale</span>` : nothing}
        ${session.activity === 'background' ? html`<span>background command running</span>` : nothing}
        ${session.status === 'working' && session.lastWriteAt ? html`<quiet-for last-write=${session.lastWriteAt}></quiet-for>` : nothing}
      </p>
      ${ask === null ? nothing : html`<p class="ask whole" tabindex="0" role="group" aria-label="What it asks"><bdi>${textPieces(ask)}</bdi></p>`}
      ${session.failure ? html`<p class="failure"><bdi>${session.failure}</bdi></p>` : nothing}
    </section>`;
  }
}

/** @param {unknown} known */
function awayWords(known) {
  return known ? 'This session is not here any more' : 'Reading sessions…';
}

customElements.define('session-details', SessionDetails);
