import { html, LitElement, live } from '../../vendor/lit.js';
import { closeIfBeside } from '../lib/dialogs.js';
import { icon } from '../lib/icons.js';
import { isMac, keepSingleKeys, onShortcut, shortcutWords, singleKeys } from '../lib/shortcuts.js';

/** Every shortcut there is, and whether a key alone does anything. */
class ShortcutHelp extends LitElement {
  constructor() {
    super();
    onShortcut('shortcuts', () => this.open());
  }

  /** @override */
  createRenderRoot() {
    return this;
  }

  open() {
    this.querySelector('dialog')?.showModal();
  }

  #close() {
    this.querySelector('dialog')?.close();
  }

  /** @param {Event} event */
  #switch({ target }) {
    if (target instanceof HTMLInputElement) keepSingleKeys(target.checked);
  }

  /** @override */
  render() {
    const shortcuts = shortcutWords(isMac());
    const places = [...new Set(shortcuts.map(({ where }) => where))];
    return html`<dialog class="dialog shortcuts" aria-labelledby="shortcuts-title" @click=${closeIfBeside}>
      <div class="dialog-box">
        <div class="dialog-head">
          <h2 id="shortcuts-title" tabindex="-1" autofocus>Shortcuts</h2>
          <button type="button" class="close" aria-label="Close the shortcuts" @click=${this.#close}>${icon('x')}</button>
        </div>
        ${places.map(
          (place) =>
            html`<section>
              <h3>${place}</h3>
              <dl>
                ${shortcuts
                  .filter(({ where }) => where === place)
                  .map(({ keys, does }) => html`<div><dt>${keys.map(combination)}</dt><dd>${does}</dd></div>`)}
              </dl>
            </section>`,
        )}
        <div class="dialog-foot">
          <label class="check">
            <input type="checkbox" .checked=${live(singleKeys())} @change=${this.#switch} />
            <span><kbd>/</kbd> and <kbd>?</kbd> work by themselves</span>
          </label>
        </div>
      </div>
    </dialog>`;
  }
}

/**
 * @param {string[]} keys held together
 * @param {number} place among those that do the same
 */
function combination(keys, place) {
  return html`${place > 0 ? html` <span class="or">or</span> ` : ''}${keys.map((key) => html`<kbd>${key}</kbd>`)}`;
}

/** Opens the one there is. */
export function openShortcuts() {
  const help = document.querySelector('shortcut-help');
  if (help instanceof ShortcutHelp) help.open();
}

customElements.define('shortcut-help', ShortcutHelp);
