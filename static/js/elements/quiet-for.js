import { clock } from '../lib/live.js';
import { momentWords, quietWords } from '../lib/times.js';
import { TickingElement } from './ticking-element.js';

/**
 * "quiet for 12m" once a working session has written nothing for a while; until then, nothing.
 * The time of the last write comes with it: seen on hover, on focus and on a touch.
 */
class QuietFor extends TickingElement {
  static observedAttributes = ['last-write'];

  /** @type {string | null | undefined} what is shown at the moment; undefined before the first time */
  #shown;
  #words = document.createElement('span');
  #hint = document.createElement('span');

  /** @override */
  draw() {
    this.#hint.className = 'hint';
    this.replaceChildren(this.#words, this.#hint);
  }

  /** @override */
  show() {
    const lastWrite = this.moment('last-write');
    const now = clock.now();
    const words = lastWrite === null ? null : quietWords(lastWrite, now);
    if (words === this.#shown) return;
    this.#shown = words;
    this.hidden = words === null;
    this.tabIndex = words === null ? -1 : 0;
    if (lastWrite === null || words === null) return;
    this.#words.textContent = words;
    this.#hint.textContent = `last write ${momentWords(lastWrite, now, { seconds: true })}`;
  }
}

customElements.define('quiet-for', QuietFor);
