// Carries what was drawn in one place to where it is drawn now. Whatever is under way is taken
// up from where it is, so that a second change does not wait for the first and nothing jumps.

/** Beyond the edges of the window, in its heights: what comes into sight by a short way. */
const NEARBY = 0.5;

const APPEARING = [{ opacity: 0 }, { opacity: 1 }];

/** @typedef {Map<string, { element: Element, rect: DOMRect }>} Places */

export class Flights {
  /** @type {Map<string, Animation>} */
  #underWay = new Map();
  /** Where things stood before what is now being drawn. @type {Places | null} */
  #before = null;
  /** @type {(name: string) => boolean} */
  #mayMove = () => true;
  #mayAppear = true;

  /**
   * @param {() => Iterable<Iterable<Element>>} columns of elements that stand one under the other
   * @param {(element: Element) => string} nameOf the same before and after, whichever element it is
   */
  constructor(columns, nameOf) {
    this.columns = columns;
    this.nameOf = nameOf;
  }

  /**
   * Notes where everything stands, as far as it is near what is seen. To be called before anything
   * of a change is drawn: nothing then has to be laid out for it.
   *
   * @param {(name: string) => boolean} mayMove
   * @param {boolean} mayAppear whether what was not seen before is to come in by degrees
   */
  note(mayMove, mayAppear) {
    this.#mayMove = mayMove;
    this.#mayAppear = mayAppear;
    if (this.#before !== null || motion().duration === 0) return;
    const places = this.#places(new Set());
    if (mayAppear || places.size > 0) this.#before = places;
  }

  /** Once all of the change is drawn, moves what is elsewhere now, from where it was noted. */
  land() {
    if (this.#before !== null) requestAnimationFrame(() => this.#move());
  }

  #move() {
    const before = this.#before;
    this.#before = null;
    if (before === null) return;
    for (const animation of this.#underWay.values()) animation.cancel();
    this.#underWay.clear();
    for (const [name, { element, rect }] of this.#places(new Set(before.keys()))) {
      const from = before.get(name)?.rect;
      const frames = from ? wayFrom(from, rect) : this.#mayAppear ? APPEARING : null;
      if (frames !== null) this.#start(name, element, element.animate(frames, motion()));
      // One that changes its column passes over the others.
      element.toggleAttribute('data-crossing', from !== undefined && from.left !== rect.left);
    }
  }

  /**
   * @param {string} name
   * @param {Element} element
   * @param {Animation} animation
   */
  #start(name, element, animation) {
    this.#underWay.set(name, animation);
    animation.addEventListener('finish', () => {
      if (this.#underWay.get(name) !== animation) return;
      this.#underWay.delete(name);
      element.removeAttribute('data-crossing');
    });
  }

  /**
   * Where everything nearby stands, and those named wherever they do.
   *
   * @param {Set<string>} named
   */
  #places(named) {
    /** @type {Places} */
    const places = new Map();
    for (const column of this.columns()) {
      const elements = [...column].filter((element) => this.#mayMove(this.nameOf(element)));
      const end = firstBelow(elements, (1 + NEARBY) * innerHeight);
      const start = firstBelow(elements, -NEARBY * innerHeight);
      elements.forEach((element, place) => {
        const name = this.nameOf(element);
        if ((place < start || place >= end) && !named.has(name)) return;
        places.set(name, { element, rect: element.getBoundingClientRect() });
      });
    }
    return places;
  }
}

/**
 * The first of a column's elements that ends below a height; found by halves, as most are far off.
 *
 * @param {Element[]} elements
 * @param {number} height
 */
function firstBelow(elements, height) {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elements[middle]?.getBoundingClientRect().bottom ?? 0) > height) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The page's own motion, which is none where the person asked for none. */
function motion() {
  const tokens = getComputedStyle(document.documentElement);
  return {
    duration: Number.parseFloat(tokens.getPropertyValue('--motion-arrive')) || 0,
    easing: tokens.getPropertyValue('--ease').trim() || 'ease',
  };
}

/**
 * @param {DOMRect} before
 * @param {DOMRect} after
 * @returns {Keyframe[] | null} null when there is no way to go
 */
function wayFrom(before, after) {
  const x = before.left - after.left;
  const y = before.top - after.top;
  if (x === 0 && y === 0) return null;
  // These alone do not need the page's own thread for each of their frames.
  return [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }];
}
