import { clock, ticker } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { recall } from '../lib/recall.js';

/**
 * An element that shows what happened. It is asked to draw itself with every poll and every so
 * often as time goes by, and does so only when one of the things it is drawn from is another.
 */
export class PastElement extends LookoutElement {
  /** How often what it shows moves along with the time. */
  static STEP_MS = 10_000;

  /** @type {(() => void) | undefined} */
  #stop;
  #step = 0;
  /** @type {unknown[]} */
  #drawnFrom = [];
  #update = () => this.requestUpdate();

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    recall.addEventListener('change', this.#update);
    this.#stop = ticker.add(() => {
      if (this.#step !== this.step()) this.requestUpdate();
    });
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    recall.removeEventListener('change', this.#update);
    this.#stop?.();
  }

  /** The number of the step that the present moment lies in. */
  step() {
    return Math.floor(clock.now() / PastElement.STEP_MS);
  }

  /**
   * The things it is drawn from, each compared by identity.
   *
   * @returns {unknown[]}
   */
  drawnFrom() {
    return [recall.past];
  }

  /**
   * @override
   * @param {Map<PropertyKey, unknown>} changed
   */
  shouldUpdate(changed) {
    this.#step = this.step();
    const parts = this.drawnFrom();
    const isSame =
      changed.size === 0 &&
      parts.length === this.#drawnFrom.length &&
      parts.every((part, index) => part === this.#drawnFrom[index]);
    this.#drawnFrom = parts;
    return !isSame;
  }
}
