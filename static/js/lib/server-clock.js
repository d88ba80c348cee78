/**
 * The server's clock, as well as its messages let the page know it.
 *
 * A message is always older on arrival than when it was written, so of the last few offsets
 * seen the largest is the nearest to the truth. Only a few are kept, so that a computer whose
 * clock was set is followed.
 */
export class ServerClock {
  /** @type {number[]} */
  #offsets = [];
  #offset = 0;
  /** @type {number | null} */
  #frozenAt = null;

  static KEPT = 8;

  /** @param {() => number} localNow */
  constructor(localNow) {
    this.localNow = localNow;
  }

  /** @param {number} writtenAt the server's time in a message that has just come */
  hear(writtenAt) {
    this.#offsets.push(writtenAt - this.localNow());
    if (this.#offsets.length > ServerClock.KEPT) this.#offsets.shift();
    this.#offset = Math.max(...this.#offsets);
  }

  /** Holds still at the last moment known of: what is not measured does not go on counting. */
  freeze() {
    this.#frozenAt ??= this.#running();
  }

  thaw() {
    this.#frozenAt = null;
  }

  now() {
    return this.#frozenAt ?? this.#running();
  }

  #running() {
    return this.localNow() + this.#offset;
  }
}
