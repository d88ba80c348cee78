/**
 * The one place that holds what the page shows. Elements subscribe; the connection writes.
 *
 * @import { Message, Phase, State } from './types.d.ts'
 */
import { receive } from './known.js';

export class Store {
  /** @type {State} */
  #state = { known: null, phase: 'connecting' };
  /** @type {Set<(state: State) => void>} */
  #listeners = new Set();

  get state() {
    return this.#state;
  }

  /**
   * @param {(state: State) => void} listener called after each change, not at once
   * @returns {() => void} ends it
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {Message} message throws Gap, and leaves all as it was, for one that does not fit */
  receive(message) {
    this.#become({ ...this.#state, known: receive(this.#state.known, message) });
  }

  /** @param {Phase} phase */
  enter(phase) {
    this.#become({ ...this.#state, phase });
  }

  /** @param {State} next */
  #become(next) {
    if (next.known === this.#state.known && next.phase === this.#state.phase) return;
    this.#state = next;
    for (const listener of this.#listeners) listener(next);
  }
}
