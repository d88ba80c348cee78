import { clock, ticker } from '../lib/live.js';

/**
 * Text that changes as time goes by. It is written only when it reads otherwise than before, so
 * a page of two hundred timers costs little and nothing is announced that did not change.
 */
export class TickingElement extends HTMLElement {
  /** @type {(() => void) | undefined} */
  #stop;
  #text = document.createTextNode('');

  connectedCallback() {
    this.draw();
    this.#stop = ticker.add(() => this.show());
    this.show();
  }

  disconnectedCallback() {
    this.#stop?.();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.show();
  }

  /**
   * What to read at a moment of the server's time.
   *
   * @param {number} _now
   * @returns {string}
   */
  textAt(_now) {
    return '';
  }

  draw() {
    this.replaceChildren(this.#text);
  }

  show() {
    const text = this.textAt(clock.now());
    if (text !== this.#text.data) this.#text.data = text;
  }

  /**
   * @param {string} name of an attribute that holds milliseconds since 1970
   * @returns {number | null}
   */
  moment(name) {
    const value = this.getAttribute(name);
    return value === null || value === '' ? null : Number(value);
  }
}
