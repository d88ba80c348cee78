// Carries what was drawn in one place to where it is drawn now. Whatever is under way is taken
// up from where it is, so that a second change does not wait for the first and nothing jumps.

/** Beyond the edges of the window, in its heights: what comes into sight by a short way. */
const NEARBY = 0.5;

export class Flights {
  /** @type {Map<string, Animation>} */
  #underWay = new Map();

  /**
   * @param {() => Iterable<Element>} columns whose children stand one under the other
   * @param {(element: Element) => string} nameOf the same before and after, whichever element it is
   */
  constructor(columns, nameOf) {
    this.columns = columns;
    this.nameOf = nameOf;
  }

  /**
   * Draws, and then moves what `draw` put elsewhere, as far as it was or is near what is seen.
   *
   * @param {() => void} draw
   */
  around(draw) {
    const { duration, easing } = motion();
    if (duration === 0) {
      draw();
      return;
    }
    const before = this.#places(new Set());
    for (const animation of this.#underWay.values()) animation.cancel();
    this.#underWay.clear();
    draw();
    for (const [name, { element, rect }] of this.#places(new Set(before.keys()))) {
      const frames = framesOf(before.get(name)?.rect, rect);
      if (frames !== null) this.#start(name, element.animate(frames, { duration, easing }));
    }
  }

  /**
   * @param {string} name
   * @param {Animation} animation
   */
  #start(name, animation) {
    this.#underWay.set(name, animation);
    animation.addEventListener('finish', () => {
      if (this.#underWay.get(name) === animation) this.#underWay.delete(name);
    });
  }

  /**
   * Where everything nearby stands, and those named wherever they do.
   *
   * @param {Set<string>} named
   */
  #places(named) {
    /** @type {Map<string, { element: Element, rect: DOMRect }>} */
    const places = new Map();
    for (const column of this.columns()) {
      const elements = [...column.children];
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
 * @param {DOMRect | undefined} before
 * @param {DOMRect} after
 * @returns {Keyframe[] | null}
 */
function framesOf(before, after) {
  if (!before) return [{ opacity: 0 }, { opacity: 1 }];
  const x = before.left - after.left;
  const y = before.top - after.top;
  if (x === 0 && y === 0) return null;
  // One that changes its column passes over the others.
  const zIndex = x === 0 ? 0 : 1;
  return [
    { transform: `translate(${x}px, ${y}px)`, zIndex },
    { transform: 'none', zIndex },
  ];
}
