import { html, nothing, svg } from '../../vendor/lit.js';
import { isWatched } from '../lib/is-watched.js';
import { clock } from '../lib/live.js';
import { averages, firstOf, measuredIn, topOf } from '../lib/measured.js';
import { chartSummary, columnWords, stretchWords } from '../lib/past-words.js';
import { percent, placeOf } from '../lib/plot.js';
import { recall } from '../lib/recall.js';
import { moved } from '../lib/roving.js';
import { momentWords } from '../lib/times.js';
import { chartLegend, PARTS } from './chart-legend.js';
import { PastElement } from './past-element.js';

/** @import { Average } from '../lib/types.d.ts' */

const STEP_MS = 5 * 60 * 1000;
const COLUMNS = 12;

/** How many sessions were waiting, working and idle on average, in each five minutes of the hour. */
class LastHour extends PastElement {
  /** @override */
  static properties = { active: { state: true } };

  constructor() {
    super();
    /** @type {number | null} the column that is pointed at or has the focus */
    this.active = null;
    /** The column that Tab leads to: the present, until another was moved to. */
    this.stop = COLUMNS - 1;
  }

  /**
   * Of five minutes, one more poll is not to be seen.
   *
   * @override
   */
  drawnFrom() {
    return [this.step(), recall.past.pointsFrom, isWatched()];
  }

  /** @override */
  render() {
    if (!isWatched()) return nothing;
    const now = clock.now();
    const columns = averages(recall.past.points, {
      from: firstOf(now, STEP_MS, COLUMNS),
      step: STEP_MS,
      count: COLUMNS,
      now,
    });
    const top = topOf(columns);
    const active = this.active === null ? undefined : columns[this.active];
    return html`<section class="panel last-hour" aria-labelledby="last-hour-title">
      <header class="chart-head">
        <h2 id="last-hour-title" class="panel-title">Last hour</h2>
        ${chartLegend(active?.counts)}
      </header>
      <p id="last-hour-words" class="visually-hidden">${chartSummary(columns)} Arrow keys read each five minutes.</p>
      <div
        class="columns"
        role="group"
        aria-labelledby="last-hour-title"
        aria-describedby="last-hour-words"
        @keydown=${this.#move}
        @focusin=${this.#look}
        @focusout=${this.#lookAway}
        @pointerover=${this.#look}
        @pointerleave=${this.#lookAway}
      >
        ${columns.map((column, index) => this.#column(column, index, top, now))}
      </div>
      <p class="axis" aria-hidden="true">
        ${
          active
            ? html`<span class="at">${stretchWords(active, now)}</span>`
            : html`<span>${momentWords(columns[0]?.from ?? now, now)}</span
                ><span>${momentWords(columns[COLUMNS / 2]?.from ?? now, now)}</span><span>now</span>`
        }
      </p>
    </section>`;
  }

  /**
   * @param {Average} column
   * @param {number} index
   * @param {number} top
   * @param {number} now
   */
  #column(column, index, top, now) {
    return html`<div
      class="column"
      role="img"
      tabindex=${index === this.stop ? 0 : -1}
      aria-label=${columnWords(column, now)}
      data-index=${index}
    >
      ${drawn(column, top)}
    </div>`;
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const to = moved(event, { row: 0, column: this.stop }, [COLUMNS]);
    if (!to) return;
    event.preventDefault();
    this.stop = to.column;
    const column = this.querySelectorAll('.column')[to.column];
    if (column instanceof HTMLElement) column.focus();
  }

  /** @param {Event} event */
  #look({ target, type }) {
    const column = target instanceof Element ? target.closest('.column') : null;
    if (!column) return;
    this.active = Number(column.getAttribute('data-index'));
    if (type === 'focusin') this.stop = this.active;
  }

  #lookAway() {
    const focused = this.querySelector('.column:focus-visible');
    this.active = focused ? Number(focused.getAttribute('data-index')) : null;
  }
}

/**
 * Its parts one on the other, as wide as what was measured of it; the rest is hatched.
 *
 * @param {Average} column
 * @param {number} top
 */
function drawn({ from, to, counts, unmeasured }, top) {
  const length = to - from;
  if (length <= 0) return nothing;
  const measured = counts === null ? [] : measuredIn({ from, to }, unmeasured);
  /** @param {{ from: number, to: number }} stretch @param {unknown} shapes */
  const over = (stretch, shapes) => {
    const { x, width } = placeOf(stretch, from, length);
    return svg`<svg x=${x} width=${width} height="100%">${shapes}</svg>`;
  };
  return html`<svg class="stack" aria-hidden="true">
    ${measured.map((stretch) => over(stretch, counts && stacked(counts, top)))}
    ${unmeasured.map((gap) => over(gap, svg`<rect class="hatched" width="100%" height="100%" />`))}
  </svg>`;
}

/**
 * @param {NonNullable<Average['counts']>} counts
 * @param {number} top
 */
function stacked(counts, top) {
  let y = 1;
  return PARTS.toReversed().map(({ part, status }) => {
    const height = counts[part] / top;
    y -= height;
    if (height === 0) return nothing;
    return svg`<rect class="fill" data-status=${status} width="100%" y=${percent(y, 1)} height=${percent(height, 1)} rx="1.5" />`;
  });
}

customElements.define('last-hour', LastHour);
