/**
 * Asks anew for what no message brings, while that is looked at. The asking and the timers are
 * handed in.
 *
 * @import { Source } from './types.d.ts'
 */

export const ASK_EVERY_MS = 10_000;

/**
 * @typedef {object} World
 * @property {() => Promise<Source[] | null>} ask null when nobody answers
 * @property {(sources: Source[]) => void} onSources
 * @property {(callback: () => void, ms: number) => number} setTimer
 * @property {(timer: number) => void} clearTimer
 */

export class Recounts {
  #isWanted = false;
  /** Raised with each asking, so that an answer nobody waits for any longer is not heard. */
  #turn = 0;
  /** @type {number | null} */
  #timer = null;

  /** @param {World} world */
  constructor(world) {
    this.world = world;
  }

  /**
   * Asks at once when it comes to be wanted, and then every ten seconds until it is not.
   *
   * @param {boolean} isWanted
   */
  want(isWanted) {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    this.#turn += 1;
    if (this.#timer !== null) this.world.clearTimer(this.#timer);
    this.#timer = null;
    if (isWanted) void this.#ask();
  }

  async #ask() {
    const turn = this.#turn;
    const sources = await this.world.ask();
    if (turn !== this.#turn) return;
    if (sources !== null) this.world.onSources(sources);
    this.#timer = this.world.setTimer(() => void this.#ask(), ASK_EVERY_MS);
  }
}
