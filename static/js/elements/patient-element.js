import { ticker } from '../lib/live.js';
import { PastElement } from './past-element.js';

/** How far beyond the edges of the window it is drawn at once: what comes into sight by a short way. */
const NEARBY = '50%';
/** With every so many beats of the clock it is drawn out of sight. */
const BEATS = 3;

/**
 * An element that shows what happened, and is not in a hurry with it while it is out of sight: it
 * is drawn with every third beat of the clock then, so that many changes cost no more than one.
 */
export class PatientElement extends PastElement {
  #isInSight = true;
  #beats = 0;
  #go = () => {};
  /** @type {(() => void) | undefined} */
  #stop;
  #sight = new IntersectionObserver(
    (entries) => {
      this.#isInSight = entries.at(-1)?.isIntersecting ?? true;
      if (this.#isInSight) this.#go();
    },
    { rootMargin: NEARBY },
  );

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.#sight.observe(this);
    this.#stop = ticker.add(() => {
      this.#beats += 1;
      if (this.#beats % BEATS === 0) this.#go();
    });
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#sight.disconnect();
    this.#stop?.();
    this.#go();
  }

  /** @override */
  async scheduleUpdate() {
    if (!this.#isInSight) {
      await new Promise((resolve) => {
        this.#go = () => resolve(null);
      });
    }
    super.scheduleUpdate();
  }
}
