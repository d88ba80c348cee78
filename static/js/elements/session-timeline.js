import { guard, html, nothing } from '../../vendor/lit.js';
import { openDetails } from '../lib/address.js';
import { isWatched } from '../lib/is-watched.js';
import { clock, store } from '../lib/live.js';
import { Nearby } from '../lib/nearby.js';
import { HOUR_MS, recall } from '../lib/recall.js';
import { moved } from '../lib/roving.js';
import { FEW } from '../lib/rows-near.js';
import { detailsAddress } from '../lib/session-address.js';
import { rowsOf } from '../lib/spans.js';
import { momentWords } from '../lib/times.js';
import { nearRows } from './near-rows.js';
import { PatientElement } from './patient-element.js';
import { room } from './room.js';
import { gapsIn, shiftAt, track, windowAt } from './track.js';

/**
 * @import { Row } from '../lib/spans.js'
 */

/** A row a session, with its statuses over the last hour. */
class SessionTimeline extends PatientElement {
  /** @override */
  static properties = { read: { state: true }, rangesDrawn: { state: true } };

  constructor() {
    super();
    /** @type {{ name: string, words: string } | null} the span that is pointed at or has the focus */
    this.read = null;
    /** Raised when other rows are to be drawn. */
    this.rangesDrawn = 0;
  }

  #nearby = new Nearby(
    this,
    () => {
      const frame = this.querySelector('.timeline-rows');
      return frame ? [{ key: 'rows', rows: frame.children, frame }] : [];
    },
    () => {
      this.rangesDrawn += 1;
    },
  );

  /** @override */
  drawnFrom() {
    return [recall.past.bySession, recall.past.restarts, store.state.known, this.step(), recall.past.pointsFrom];
  }

  /** @override */
  render() {
    const { known } = store.state;
    if (!known || !isWatched()) return nothing;
    const now = clock.now();
    const window = windowAt(now);
    const gaps = gapsIn(recall.past, window, now);
    const gapsKey = gaps.map(({ from, to }) => `${from}-${to}`).join();
    const rows = rowsOf(known, recall.past, now - HOUR_MS);
    const seenFrom = `${gapsKey} ${window.from} ${shiftAt(window, now)}`;
    return html`<section class="panel timeline" aria-labelledby="timeline-title">
      <header class="chart-head">
        <h2 id="timeline-title" class="panel-title">Timeline <span class="panel-count">last hour</span></h2>
        ${this.read === null ? nothing : html`<p class="reading" aria-hidden="true"><bdi>${this.read.name}</bdi>: ${this.read.words}</p>`}
      </header>
      <div
        class="timeline-rows"
        role="grid"
        aria-rowcount=${rows.length > FEW ? rows.length : nothing}
        aria-labelledby="timeline-title"
        @keydown=${this.#move}
        @focusin=${this.#look}
        @focusout=${this.#lookAway}
        @pointerover=${this.#look}
        @pointerleave=${this.#lookAway}
        @click=${this.#open}
      >
        ${nearRows(rows, this.#nearby.among('rows', rows), {
          row: (row, index) => {
            const cells = guard([row.session, row.events, row.name, seenFrom], () =>
              cellsIn(row, { window, gaps, gapsKey, now, role: 'gridcell' }),
            );
            const number = rows.length > FEW ? index + 1 : nothing;
            return html`<div class="timeline-row" role="row" aria-rowindex=${number} data-session-id=${row.id}>${cells}</div>`;
          },
          far: (far) =>
            html`<div data-rows=${far.length} aria-hidden="true">${room(this.#nearby.room('rows', far.length))}</div>`,
        })}
      </div>
      <p class="axis" aria-hidden="true">
        <span>${momentWords(now - HOUR_MS, now)}</span><span>${momentWords(now - HOUR_MS / 2, now)}</span><span>now</span>
      </p>
    </section>`;
  }

  /**
   * Rows come and go, and a span may go while it has the focus: Tab must always lead somewhere.
   *
   * @override
   */
  updated() {
    if (!this.querySelector('.timeline-rows [tabindex="0"]'))
      this.querySelector('.timeline-rows a')?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const cell = event.target instanceof Element ? cellOf(event.target) : null;
    const row = cell?.closest('[role="row"]');
    if (!cell || !row) return;
    if (event.key === 'Enter' && cell instanceof SVGElement) {
      openDetails(row.getAttribute('data-session-id') ?? '');
      return;
    }
    // Those beside it are drawn, and so are the first and the last: all that a key leads to.
    const rows = [...this.querySelectorAll('[role="row"]')].map(cellsOf);
    const place = { row: rows.findIndex((cells) => cells.includes(cell)), column: cellsOf(row).indexOf(cell) };
    const to = moved(
      event,
      place,
      rows.map((cells) => cells.length),
      (index) => columnAt(rows[index] ?? [], cell.getAttribute('data-from')),
    );
    const next = to && rows[to.row]?.[to.column];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** @param {Event} event */
  #look({ target, type }) {
    const cell = target instanceof Element ? cellOf(target) : null;
    if (!cell) return;
    if (type === 'focusin') {
      for (const old of this.querySelectorAll('.timeline-rows [tabindex="0"]')) old.setAttribute('tabindex', '-1');
      cell.setAttribute('tabindex', '0');
    }
    this.#say(cell);
  }

  #lookAway() {
    this.#say(this.querySelector('.span:focus-visible'));
  }

  /** @param {Element | null} cell */
  #say(cell) {
    const name = cell?.closest('[role="row"]')?.querySelector('.name')?.textContent ?? '';
    const words = cell?.getAttribute('aria-label');
    this.read = words ? { name: name.trim(), words } : null;
  }

  /** @param {Event} event */
  #open({ target }) {
    const row = target instanceof Element && !target.closest('a') ? target.closest('[role="row"]') : null;
    const id = row?.getAttribute('data-session-id');
    if (id) openDetails(id);
  }
}

/**
 * @param {Row} row
 * @param {Parameters<typeof track>[1]} seen
 */
function cellsIn(row, seen) {
  return html`<div role="rowheader">
      <a class="name" href=${detailsAddress(row.id)} data-session-id=${row.id} title=${row.name} tabindex="-1"><bdi>${row.name}</bdi></a>
    </div>
    ${track(row, seen)}`;
}

/**
 * @param {Element} target
 * @returns {HTMLElement | SVGElement | null}
 */
function cellOf(target) {
  const cell = target.closest('a.name, .span');
  return cell instanceof HTMLElement || cell instanceof SVGElement ? cell : null;
}

/**
 * @param {Element} row
 * @returns {(HTMLElement | SVGElement)[]}
 */
function cellsOf(row) {
  return [...row.querySelectorAll('a.name, .span')].filter(
    (cell) => cell instanceof HTMLElement || cell instanceof SVGElement,
  );
}

/**
 * The cell of a row that a moment lies in: its name when the moment is null.
 *
 * @param {Element[]} cells
 * @param {string | null} from
 */
function columnAt(cells, from) {
  if (from === null) return 0;
  const after = cells.findIndex(
    (cell) => Number(cell.getAttribute('data-from') ?? Number.NEGATIVE_INFINITY) > Number(from),
  );
  return Math.max(1, (after === -1 ? cells.length : after) - 1);
}

customElements.define('session-timeline', SessionTimeline);
