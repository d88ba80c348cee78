import { html, nothing, svg } from '../../vendor/lit.js';
import { clock, store } from '../lib/live.js';
import { unmeasured } from '../lib/measured.js';
import { overviewOf } from '../lib/overview.js';
import { waitWords } from '../lib/past-words.js';
import { placeOf } from '../lib/plot.js';
import { HOUR_MS, recall } from '../lib/recall.js';
import { moved } from '../lib/roving.js';
import { momentWords } from '../lib/times.js';
import { lanesOf, waitsOf } from '../lib/wait-times.js';
import { counted } from '../lib/words.js';
import { PastElement } from './past-element.js';

/** @import { Wait } from '../lib/types.d.ts' */

/** Two waits nearer than this would be one to the eye. */
const APART_MS = 20_000;

/** Each wait of the last hour as a bar, all on one axis that ends now. */
class WaitBars extends PastElement {
  /** @override */
  static properties = { read: { state: true } };

  constructor() {
    super();
    /** @type {string | null} what is said of the bar that is pointed at or has the focus */
    this.read = null;
    this.place = { row: 0, column: 0 };
  }

  /** @override */
  drawnFrom() {
    const { known } = store.state;
    const waiting = known ? overviewOf(known).waiting.map(({ id, statusSince }) => `${id} ${statusSince}`) : [];
    const { events } = recall.past;
    const last = events?.find(({ from, to }) => from === 'needs-you' || to === 'needs-you');
    return [events === null, last?.id, recall.past.restarts, waiting.join('\n'), this.step()];
  }

  /** @override */
  render() {
    const { past } = recall;
    const { known } = store.state;
    if (!known || past.events === null) return nothing;
    const now = clock.now();
    // The axis moves along in steps: between two, nothing of what is drawn changes of itself.
    const to = (this.step() + 1) * PastElement.STEP_MS;
    const from = to - HOUR_MS;
    const gaps = unmeasured(past.points, from, now);
    const waits = waitsOf(known, past, from, gaps);
    if (waits.length === 0) return nothing;
    const lanes = lanesOf(waits, APART_MS);
    const gone = { row: Math.min(this.place.row, lanes.length - 1), column: this.place.column };
    this.place = { ...gone, column: Math.min(gone.column, (lanes[gone.row]?.length ?? 1) - 1) };
    return html`<div
      class="wait-bars"
      role="group"
      aria-label="${counted(waits.length, 'wait', 'waits')} in the last hour; arrow keys read each"
      @keydown=${this.#move}
      @focusin=${this.#look}
      @focusout=${this.#lookAway}
      @pointerover=${this.#look}
      @pointerleave=${this.#lookAway}
    >
      <div class="lanes">
        <svg class="lanes-gaps" aria-hidden="true">
          ${gaps.map((gap) => {
            const { x, width } = placeOf(gap, from, HOUR_MS);
            return svg`<rect class="hatched" x=${x} width=${width} height="100%" />`;
          })}
        </svg>
        ${lanes.map((lane, row) => html`<svg class="lane">${lane.map((wait, column) => this.#bar(wait, { row, column }, { from, to }, now))}</svg>`)}
      </div>
      <p class="axis" aria-hidden="true">
        ${
          this.read === null
            ? html`<span>${momentWords(from, now)}</span><span>waits of the last hour</span><span>now</span>`
            : html`<span class="at"><bdi>${this.read}</bdi></span>`
        }
      </p>
    </div>`;
  }

  /**
   * @param {Wait} wait
   * @param {{ row: number, column: number }} place
   * @param {{ from: number, to: number }} axis
   * @param {number} now
   */
  #bar(wait, { row, column }, { from, to }, now) {
    const { x, width } = placeOf({ from: Math.max(from, wait.from ?? from), to: wait.to ?? to }, from, HOUR_MS);
    const isStop = row === this.place.row && column === this.place.column;
    return svg`<rect
      class="bar"
      role="img"
      tabindex=${isStop ? 0 : -1}
      aria-label=${waitWords(wait, now)}
      data-row=${row}
      data-column=${column}
      ?data-open=${wait.to === null}
      x=${x}
      width=${width}
      height="100%"
      rx="2"
    />`;
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const lengths = [...this.querySelectorAll('.lane')].map((lane) => lane.querySelectorAll('.bar').length);
    const to = moved(event, this.place, lengths);
    if (!to) return;
    event.preventDefault();
    this.place = to;
    const bar = this.querySelector(`[data-row="${to.row}"][data-column="${to.column}"]`);
    if (bar instanceof SVGElement) bar.focus();
  }

  /** @param {Event} event */
  #look({ target, type }) {
    if (!(target instanceof Element) || !target.classList.contains('bar')) return;
    this.read = target.getAttribute('aria-label');
    if (type === 'focusin') {
      this.place = { row: Number(target.getAttribute('data-row')), column: Number(target.getAttribute('data-column')) };
    }
  }

  #lookAway() {
    this.read = this.querySelector('.bar:focus-visible')?.getAttribute('aria-label') ?? null;
  }
}

customElements.define('wait-bars', WaitBars);
