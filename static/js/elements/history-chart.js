import { html, nothing, svg } from '../../vendor/lit.js';
import { addressChanges, CHART_ADDRESS, closeOver } from '../lib/address.js';
import { areaOf } from '../lib/areas.js';
import { icon } from '../lib/icons.js';
import { clock, store } from '../lib/live.js';
import { averages, firstOf, stepOf, topOf, unmeasured } from '../lib/measured.js';
import { averageWord, columnWords, missingWord, stretchWords } from '../lib/past-words.js';
import { percent, placeOf } from '../lib/plot.js';
import { HOUR_MS, recall } from '../lib/recall.js';
import { momentWords } from '../lib/times.js';
import { chartLegend, PARTS } from './chart-legend.js';
import { PastElement } from './past-element.js';

/** @import { Average } from '../lib/types.d.ts' */

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Each range with the steps it is drawn in, those of its table, and those of its axis. */
const RANGES = [
  { hours: 1, step: 30 * SECOND, row: 5 * MINUTE, tick: 10 * MINUTE },
  { hours: 3, step: MINUTE, row: 15 * MINUTE, tick: 30 * MINUTE },
  { hours: 6, step: 2 * MINUTE, row: 30 * MINUTE, tick: HOUR_MS },
];

/** The keys that move the crosshair by a step, and by ten. */
const KEYS = new Map([
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['PageDown', -10],
  ['PageUp', 10],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
]);

/** Sessions waiting, working and idle over up to six hours. The address says whether it is open. */
class HistoryChart extends PastElement {
  /** @override */
  static properties = { isOpen: { state: true }, hours: { state: true }, at: { state: true } };

  /** @type {Element | null} what had the focus when it was opened */
  #opener = null;

  constructor() {
    super();
    this.isOpen = location.pathname === CHART_ADDRESS;
    this.hours = 6;
    /** @type {number | null} where the crosshair stands; null for none */
    this.at = null;
    addressChanges.addEventListener('change', () => {
      this.isOpen = location.pathname === CHART_ADDRESS;
    });
  }

  /** @override */
  drawnFrom() {
    return this.isOpen ? [recall.past.points, store.state.known === null] : [];
  }

  /** @override */
  updated() {
    const dialog = this.querySelector('dialog');
    if (!dialog || dialog.open === this.isOpen) return;
    if (this.isOpen) {
      recall.reachFar();
      this.#opener = document.activeElement;
      dialog.showModal();
    } else {
      dialog.close();
      this.at = null;
      const place =
        this.#opener?.isConnected && this.#opener !== document.body ? this.#opener : document.querySelector('main');
      if (place instanceof HTMLElement) place.focus();
    }
  }

  /** @override */
  render() {
    return html`<dialog class="history-chart" aria-labelledby="history-title" @cancel=${this.#cancel} @click=${this.#pressBeside}>
      ${this.isOpen ? this.#content() : nothing}
    </dialog>`;
  }

  /** @param {Event} event */
  #cancel(event) {
    event.preventDefault();
    closeOver();
  }

  /** @param {Event} event */
  #pressBeside(event) {
    if (event.target === event.currentTarget) closeOver();
  }

  #range() {
    return RANGES.find(({ hours }) => hours === this.hours) ?? RANGES[0];
  }

  #content() {
    const { points } = recall.past;
    const range = this.#range();
    if (!range) return nothing;
    const now = clock.now();
    const count = (range.hours * HOUR_MS) / range.step;
    const from = firstOf(now, range.step, count);
    const bins = averages(points, { from, step: range.step, count, now });
    const index = this.at === null ? null : Math.max(0, Math.min(count - 1, Math.floor((this.at - from) / range.step)));
    const looked = index === null ? undefined : bins[index];
    return html`<div class="history-sheet">
      <div class="sheet-head">
        <h2 id="history-title" tabindex="-1" autofocus>Sessions over time</h2>
        ${this.#ranges()}
        <button type="button" class="close" aria-label="Close the chart" @click=${closeOver}>${icon('x')}</button>
      </div>
      <div class="chart-head">
        <p class="looked-at" aria-hidden="true">${looked ? stretchWords(looked, now, range.step < MINUTE) : 'on average'}</p>
        ${chartLegend(looked?.counts)}
      </div>
      ${this.#chart(bins, { from, length: count * range.step, tick: range.tick, now, index })}
      ${table(averages(points, tableOf(range, now)), now)}
    </div>`;
  }

  #ranges() {
    return html`<fieldset class="ranges">
      <legend class="visually-hidden">How far back</legend>
      ${RANGES.map(
        ({ hours }) =>
          html`<label
            ><input type="radio" name="hours" .checked=${hours === this.hours} @change=${() => this.#show(hours)} /><span
              >${hours} h</span
            ></label
          >`,
      )}
    </fieldset>`;
  }

  /** @param {number} hours */
  #show(hours) {
    this.hours = hours;
    this.at = null;
  }

  /**
   * @param {Average[]} bins
   * @param {{ from: number, length: number, tick: number, now: number, index: number | null }} axis
   */
  #chart(bins, { from, length, tick, now, index }) {
    const top = topOf(bins);
    const looked = bins[index ?? bins.length - 1];
    const firstTick = Math.ceil(from / tick) * tick;
    const ticks = Array.from(
      { length: Math.floor((now - firstTick) / tick) + 1 },
      (_, step) => firstTick + step * tick,
    );
    const step = stepOf(top);
    const levels = Array.from({ length: Math.floor(top / step) + 1 }, (_, level) => level * step);
    return html`<div class="plot">
      <div class="plot-levels" aria-hidden="true">
        <svg>${levels.map((level) => svg`<text x="100%" y=${percent(top - level, top)}>${level}</text>`)}</svg>
      </div>
      <div
        class="plot-field"
        role="slider"
        tabindex="0"
        aria-label="Moment"
        aria-orientation="horizontal"
        aria-valuemin="0"
        aria-valuemax=${bins.length - 1}
        aria-valuenow=${index ?? bins.length - 1}
        aria-valuetext=${looked ? columnWords(looked, now) : nothing}
        @keydown=${this.#move}
        @pointermove=${this.#point}
        @pointerdown=${this.#point}
        @pointerleave=${this.#leave}
      >
        <svg class="plot-drawn" aria-hidden="true">
          ${levels.map((level) => svg`<line class="level" x2="100%" y1=${percent(top - level, top)} y2=${percent(top - level, top)} />`)}
          <svg viewBox="0 0 ${bins.length} ${top}" preserveAspectRatio="none" width="100%" height="100%">
            ${PARTS.map(({ part, status }) => svg`<path class="fill" data-status=${status} d=${areaOf(bins, part, top)} />`)}
          </svg>
          ${unmeasured(recall.past.points, from, now).map((gap) => {
            const { x, width } = placeOf(gap, from, length);
            return svg`<rect class="hatched" x=${x} width=${width} height="100%" />`;
          })}
          ${index === null ? nothing : svg`<line class="crosshair" x1=${percent(index + 0.5, bins.length)} x2=${percent(index + 0.5, bins.length)} y2="100%" />`}
        </svg>
      </div>
      <div class="plot-times" aria-hidden="true">
        <svg>${ticks.map((at) => svg`<text x=${percent(at - from, length)} y="50%">${momentWords(at, at)}</text>`)}</svg>
      </div>
    </div>`;
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const by = KEYS.get(event.key);
    const range = this.#range();
    if (by === undefined || !range || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const now = clock.now();
    const first = firstOf(now, range.step, (range.hours * HOUR_MS) / range.step);
    const at = (this.at ?? now) + (Number.isFinite(by) ? by * range.step : by);
    this.at = Math.max(first, Math.min(now, at));
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const field = event.currentTarget;
    const range = this.#range();
    if (!(field instanceof Element) || !range) return;
    const { left, width } = field.getBoundingClientRect();
    const length = range.hours * HOUR_MS;
    const from = firstOf(clock.now(), range.step, length / range.step);
    this.at = Math.min(clock.now(), from + Math.max(0, (event.clientX - left) / width) * length);
  }

  #leave() {
    if (!this.querySelector('.plot-field:focus-visible')) this.at = null;
  }
}

/**
 * @param {{ hours: number, row: number }} range
 * @param {number} now
 */
function tableOf({ hours, row }, now) {
  const count = (hours * HOUR_MS) / row;
  return { from: firstOf(now, row, count), step: row, count, now };
}

/**
 * The same numbers for those who do not see the chart.
 *
 * @param {Average[]} rows
 * @param {number} now
 */
function table(rows, now) {
  return html`<div class="visually-hidden">
    <table>
      <caption>Sessions on average</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          ${PARTS.map(({ part }) => html`<th scope="col">${part}</th>`)}
          <th scope="col">not measured</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <th scope="row">${stretchWords(row, now)}</th>
              ${PARTS.map(({ part }) => html`<td>${row.counts === null ? '–' : averageWord(row.counts[part])}</td>`)}
              <td>${missingWord(row) ?? 'none'}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

customElements.define('history-chart', HistoryChart);
