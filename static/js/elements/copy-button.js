import { html, LitElement } from '../../vendor/lit.js';
import { icon } from '../lib/icons.js';

const SAID_FOR_MS = 2000;

/** Puts `text` on the clipboard and says in its own place whether that was done. */
class CopyButton extends LitElement {
  /** @override */
  static properties = { text: {}, what: {}, said: { state: true } };

  constructor() {
    super();
    this.text = '';
    /** What is copied, for those who do not see what it stands beside. */
    this.what = '';
    /** @type {'' | 'Copied' | 'Select it by hand'} */
    this.said = '';
  }

  /** @override */
  createRenderRoot() {
    return this;
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.text);
      this.said = 'Copied';
    } catch {
      // Refused by the browser; the text beside the button can be selected.
      this.said = 'Select it by hand';
    }
    setTimeout(() => {
      this.said = '';
    }, SAID_FOR_MS);
  }

  /** @override */
  render() {
    return html`<button type="button" class="copy" aria-label="Copy ${this.what}" @click=${this.#copy}>
        ${icon(this.said === 'Copied' ? 'check' : 'copy')}<span aria-hidden="true">${this.said || 'Copy'}</span>
      </button>
      <span class="visually-hidden" role="status">${this.said}</span>`;
  }
}

customElements.define('copy-button', CopyButton);
