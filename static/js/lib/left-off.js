/**
 * Where the person left off, so that what is new since can be marked when they come back. Only
 * that one time is kept, and only by the browser.
 *
 * @import { PastEvent } from './types.d.ts'
 */

/** Away for less than this is not away: another view of the page was opened, or it was loaded anew. */
export const AWAY_FROM_MS = 2000;

/**
 * `until` is when the person came back: what happened after it they saw happen.
 *
 * @typedef {{ since: number, until: number }} Mark
 */

export class LeftOff {
  /** @type {Mark | null} */
  #mark = null;

  /** @param {{ read: () => number | null, write: (at: number) => void, now: () => number }} world */
  constructor(world) {
    this.world = world;
  }

  /** @param {boolean} isSeen whether the page was opened in front */
  opened(isSeen) {
    const since = this.world.read();
    if (since !== null && this.world.now() - since >= AWAY_FROM_MS) {
      this.#mark = { since, until: isSeen ? this.world.now() : Number.POSITIVE_INFINITY };
    }
  }

  /**
   * The page is not in front any more. What was marked and not yet seen stays marked.
   *
   * @param {PastEvent[] | null} events null when they are not known
   */
  hidden(events) {
    const stands = events === null ? this.#mark : this.markIn(events);
    const since = stands?.since ?? this.world.now();
    this.#mark = { since, until: Number.POSITIVE_INFINITY };
    this.world.write(since);
  }

  shown() {
    if (this.#mark === null) return;
    if (this.world.now() - this.#mark.since < AWAY_FROM_MS) this.#mark = null;
    else this.#mark.until = Math.min(this.#mark.until, this.world.now());
  }

  /** What was marked has been seen, or another view is being opened. */
  seen() {
    this.#mark = null;
  }

  /**
   * The mark, when something happened while the person was away.
   *
   * @param {PastEvent[]} events
   * @returns {Mark | null}
   */
  markIn(events) {
    const mark = this.#mark;
    return mark && events.some(({ at }) => at > mark.since && at <= mark.until) ? mark : null;
  }
}
