/**
 * One timer for everything on the page that counts: it beats once a second while the page is
 * seen, and not at all while it is not.
 */
export class Ticker {
  /** @type {Set<() => void>} */
  #callbacks = new Set();
  /** @type {number | null} */
  #timer = null;

  constructor() {
    document.addEventListener('visibilitychange', () => this.#run());
  }

  /**
   * @param {() => void} callback
   * @returns {() => void} ends it
   */
  add(callback) {
    this.#callbacks.add(callback);
    if (this.#timer === null) this.#schedule();
    return () => this.#callbacks.delete(callback);
  }

  /** Beats at once, for when the clock was set, held or let go. */
  beat() {
    for (const callback of this.#callbacks) callback();
  }

  #run() {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (document.hidden || this.#callbacks.size === 0) return;
    this.beat();
    this.#schedule();
  }

  #schedule() {
    if (document.hidden) return;
    this.#timer = window.setTimeout(() => this.#run(), 1000 - (Date.now() % 1000));
  }
}
