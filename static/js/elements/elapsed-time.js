import { exactly, roughly } from '../lib/times.js';
import { TickingElement } from './ticking-element.js';

/** How long ago `since` is: to the second, or with `rough` to the minute. */
class ElapsedTime extends TickingElement {
  static observedAttributes = ['since', 'rough'];

  /**
   * @override
   * @param {number} now
   */
  textAt(now) {
    const since = this.moment('since');
    if (since === null) return '–';
    return this.hasAttribute('rough') ? roughly(now - since) : exactly(now - since);
  }
}

customElements.define('elapsed-time', ElapsedTime);
