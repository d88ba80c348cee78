/**
 * Of many rows only those near what is seen are drawn. The others leave empty room, as high as
 * they would be.
 *
 * @import { LitElement } from '../../vendor/lit.js'
 * @import { Range } from './rows-near.js'
 */
import { drawnAmong, FEW, pitchOf, rangeNear } from './rows-near.js';

/** Before anything was measured: what a window holds. */
const AT_FIRST = { range: { start: 0, end: 24 }, pitch: 48, width: 0 };

/**
 * @typedef {object} Column rows that stand one under the other
 * @property {string} key
 * @property {Iterable<Element>} rows with the room of those that are not drawn, which says in `data-rows` how many
 * @property {Element} [frame] what they are scrolled in, when that is not the page
 */

export class Nearby {
  /** @type {Map<string, { range: Range, pitch: number, width: number }>} */
  #seen = new Map();
  /** The id of the row that had the focus last: the person may come back to it. @type {string | null} */
  #kept = null;

  /** Looks where the rows are. */
  look = () => {
    let differs = false;
    for (const { key, rows, frame } of this.columns()) {
      const seen = this.#seen.get(key) ?? AT_FIRST;
      const now = lookAt([...rows], frame, seen);
      if (now === null) continue;
      differs ||= now.range.start !== seen.range.start || now.range.end !== seen.range.end || now.pitch !== seen.pitch;
      this.#seen.set(key, now);
    }
    if (differs) this.changed();
  };

  /** When the page has another size, rows may be elsewhere. It tells once all is laid out. */
  #sizes = new ResizeObserver(this.look);

  /** @param {FocusEvent} event */
  #keep = ({ target }) => {
    const id = target instanceof Element ? target.closest(`[${this.named}]`)?.getAttribute(this.named) : null;
    if (!id || id === this.#kept) return;
    this.#kept = id;
    this.changed();
  };

  /**
   * @param {LitElement} host
   * @param {() => Column[]} columns
   * @param {() => void} changed called when other rows are to be drawn
   * @param {string} named the attribute of a row that holds its id
   */
  constructor(host, columns, changed, named = 'data-session-id') {
    this.host = host;
    this.columns = columns;
    this.changed = changed;
    this.named = named;
    host.addController(this);
  }

  hostConnected() {
    addEventListener('scroll', this.look, { capture: true, passive: true });
    this.host.addEventListener('focusin', this.#keep);
    this.#sizes.observe(document.documentElement);
    this.#sizes.observe(document.body);
  }

  hostDisconnected() {
    removeEventListener('scroll', this.look, { capture: true });
    this.host.removeEventListener('focusin', this.#keep);
    this.#sizes.disconnect();
  }

  /**
   * Which places of a column are drawn.
   *
   * @param {string} key
   * @param {{ id: string }[]} rows
   */
  among(key, rows) {
    const { range } = this.#seen.get(key) ?? AT_FIRST;
    const kept = rows.findIndex(({ id }) => id === this.#kept);
    return drawnAmong(rows.length, range, kept);
  }

  /**
   * How high the room of so many rows of a column is.
   *
   * @param {string} key
   * @param {number} count
   */
  room(key, count) {
    return Math.round(count * (this.#seen.get(key) ?? AT_FIRST).pitch);
  }
}

/**
 * @param {Element[]} rows
 * @param {Element | undefined} frame
 * @param {{ pitch: number, width: number }} before what was measured of them
 */
function lookAt(rows, frame, before) {
  const { top, bottom } = frame?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  // It comes into the window by a scroll or as sizes change, and is looked at then.
  if (bottom < 0 || top > innerHeight) return null;
  const counts = rows.map((row) => Number(row.getAttribute('data-rows') ?? 1));
  if (counts.reduce((sum, count) => sum + count, 0) <= FEW) return null;
  const pieces = rows.map((row, index) => {
    const { top, bottom, width } = row.getBoundingClientRect();
    return { top, bottom, width, count: counts[index] ?? 1 };
  });
  const width = pieces[0]?.width ?? 0;
  // Measured once a width, so that the room of the far ones does not change with each that comes near.
  const pitch = width === before.width ? before.pitch : (pitchOf(pieces) ?? before.pitch);
  return { range: rangeNear(pieces, { top, bottom }), pitch, width };
}
