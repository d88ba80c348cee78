import { LitElement } from '../../vendor/lit.js';
import { store } from './live.js';

/**
 * An element drawn into the page itself, where the page's style sheets reach it, and drawn again
 * when what the store holds has changed.
 */
export class LookoutElement extends LitElement {
  /** @type {(() => void) | undefined} */
  #unsubscribe;

  /** @override */
  createRenderRoot() {
    return this;
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.#unsubscribe = store.subscribe(() => this.requestUpdate());
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#unsubscribe?.();
  }
}
