import { html, nothing, repeat } from '../../vendor/lit.js';
import { openDetails } from '../lib/address.js';
import { closeIfBeside } from '../lib/dialogs.js';
import { icon } from '../lib/icons.js';
import { store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { agentOf } from '../lib/overview.js';
import { find, wordsOf } from '../lib/search.js';
import { isMac, onShortcut, singleKeys } from '../lib/shortcuts.js';
import { foundWords } from '../lib/words.js';
import { foundSession } from './found-session.js';
import { openShortcuts } from './shortcut-help.js';

/** @import { Session } from '../lib/types.d.ts' */

/** More than a person reads through; another word leaves fewer. */
const MOST_SHOWN = 50;

/** The button in the header, and the search it opens. */
class SessionSearch extends LookoutElement {
  /** @override */
  static properties = { open: { state: true }, query: { state: true }, activeId: { state: true } };

  constructor() {
    super();
    this.open = false;
    this.query = '';
    /** @type {string | null} the session that Enter opens; the first when there is none */
    this.activeId = null;
    /** @type {Session[]} what is shown at the moment */
    this.shown = [];
    onShortcut('search', () => this.#open());
  }

  /** @override */
  render() {
    return html`<button type="button" class="search-button" aria-haspopup="dialog" @click=${this.#open}>
        ${icon('search')}<span class="search-words">Search sessions</span
        ><kbd aria-hidden="true">${singleKeys() ? '/' : isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <dialog class="dialog search" aria-label="Search sessions" @click=${closeIfBeside} @close=${this.#closed}>
        ${this.open ? this.#content() : nothing}
      </dialog>`;
  }

  async #open() {
    this.open = true;
    this.query = '';
    this.activeId = null;
    await this.updateComplete;
    this.querySelector('dialog')?.showModal();
  }

  #closed() {
    this.open = false;
  }

  #content() {
    const { known } = store.state;
    const found = known ? find(known, this.query) : [];
    const words = wordsOf(this.query);
    this.shown = found.slice(0, MOST_SHOWN);
    const active = this.#activePlace();
    return html`<div class="dialog-box">
      <div class="search-field">
        ${icon('search')}
        <input
          type="text"
          role="combobox"
          aria-label="Search sessions"
          aria-autocomplete="list"
          aria-expanded=${this.shown.length > 0 ? 'true' : 'false'}
          aria-controls="found"
          aria-activedescendant=${active === -1 ? nothing : `found-${active}`}
          placeholder="Name, folder, branch, repository, agent…"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          enterkeyhint="go"
          maxlength="200"
          autofocus
          @input=${this.#typed}
          @keydown=${this.#pressed}
        />
        <button type="button" class="close" aria-label="Close the search" @click=${this.#close}>${icon('x')}</button>
      </div>
      <ul
        id="found"
        role="listbox"
        aria-label="Sessions found"
        ?hidden=${this.shown.length === 0}
        @pointermove=${this.#pointed}
        @pointerdown=${keepFocus}
        @click=${this.#chosen}
      >
        ${
          known
            ? repeat(
                this.shown,
                (session) => session.id,
                (session, place) =>
                  foundSession(session, {
                    place,
                    active: place === active,
                    agent: agentOf(session, known.sources),
                    words,
                  }),
              )
            : nothing
        }
      </ul>
      <div class="dialog-foot search-foot">
        <p role="status">${known ? foundWords(found.length, this.shown.length) : 'Reading sessions…'}</p>
        <p class="search-keys" aria-hidden="true">
          <span><kbd>↑</kbd> <kbd>↓</kbd> move</span> <span><kbd>Enter</kbd> opens</span> <span><kbd>Esc</kbd> closes</span>
        </p>
        <button type="button" class="button" @click=${this.#showShortcuts}>All shortcuts</button>
      </div>
    </div>`;
  }

  /** The chosen session's place; that of the first when it was not found any more. */
  #activePlace() {
    if (this.shown.length === 0) return -1;
    return Math.max(
      0,
      this.shown.findIndex((session) => session.id === this.activeId),
    );
  }

  /** @param {Event} event */
  #typed({ target }) {
    if (!(target instanceof HTMLInputElement)) return;
    this.query = target.value;
    this.activeId = null;
    const list = this.querySelector('#found');
    if (list) list.scrollTop = 0;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      this.#move(step);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.#choose(this.shown[this.#activePlace()]?.id);
    }
  }

  /** @param {number} step */
  #move(step) {
    const count = this.shown.length;
    if (count === 0) return;
    const place = (this.#activePlace() + step + count) % count;
    this.activeId = this.shown[place]?.id ?? null;
    this.querySelector(`#found-${place}`)?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Event} event */
  #pointed(event) {
    this.activeId = sessionAt(event) ?? this.activeId;
  }

  /** @param {Event} event */
  #chosen(event) {
    this.#choose(sessionAt(event));
  }

  /** @param {string | null | undefined} id */
  #choose(id) {
    if (!id) return;
    this.#close();
    openDetails(id);
  }

  #close() {
    this.querySelector('dialog')?.close();
  }

  #showShortcuts() {
    this.#close();
    openShortcuts();
  }
}

/**
 * The field keeps the focus while the list is pressed.
 *
 * @param {Event} event
 */
function keepFocus(event) {
  event.preventDefault();
}

/** @param {Event} event */
function sessionAt({ target }) {
  return target instanceof Element ? (target.closest('.found')?.getAttribute('data-session-id') ?? null) : null;
}

customElements.define('session-search', SessionSearch);
