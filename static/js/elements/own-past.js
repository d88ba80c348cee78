import { html, nothing, repeat } from '../../vendor/lit.js';
import { clock, store } from '../lib/live.js';
import { unmeasured } from '../lib/measured.js';
import { ownWaitsWords } from '../lib/past-words.js';
import { HOUR_MS, recall } from '../lib/recall.js';
import { moved } from '../lib/roving.js';
import { momentWords } from '../lib/times.js';
import { summedUp, waitsOfOne } from '../lib/wait-times.js';
import { ownEventLine } from './event-line.js';
import { PastElement } from './past-element.js';
import { gapsIn, track, windowAt } from './track.js';

/** @import { PastEvent } from '../lib/types.d.ts' */

/** One session's past, in its details: its row of the Timeline, its waits and its own events. */
class OwnPast extends PastElement {
  /** @override */
  static properties = { sessionId: {}, read: { state: true } };

  constructor() {
    super();
    this.sessionId = '';
    /** @type {string | null} the span that is pointed at or has the focus */
    this.read = null;
  }

  /** @override */
  drawnFrom() {
    const { bySession, restarts, pointsFrom } = recall.past;
    return [
      bySession.get(this.sessionId),
      restarts,
      pointsFrom,
      store.state.known?.sessions.get(this.sessionId),
      this.step(),
    ];
  }

  /** @override */
  render() {
    const { past } = recall;
    if (past.events === null) return nothing;
    const now = clock.now();
    const session = store.state.known?.sessions.get(this.sessionId) ?? null;
    const events = past.bySession.get(this.sessionId) ?? [];
    if (!session && events.length === 0) return nothing;
    const since = Math.max(past.since?.at ?? past.pointsFrom, past.eventsFrom);
    const waits = waitsOfOne(this.sessionId, events, session, unmeasured(past.points, past.pointsFrom, now));
    return html`<section class="own-past" aria-labelledby="own-past-title">
      <h3 id="own-past-title">Its last hour</h3>
      ${this.#track({ id: this.sessionId, name: session?.name ?? '', session, events }, now)}
      <h3>Waits and events</h3>
      <p class="own-waits">${ownWaitsWords(summedUp(waits, now), since, now)}</p>
      ${ownEvents(events)}
    </section>`;
  }

  /**
   * @param {import('../lib/spans.js').Row} row
   * @param {number} now
   */
  #track(row, now) {
    const window = windowAt(now);
    const gaps = gapsIn(recall.past, window, now);
    const gapsKey = gaps.map(({ from, to }) => `${from}-${to}`).join();
    return html`<div
        class="own-track"
        role="group"
        aria-label="Statuses over the last hour; arrow keys read each"
        @keydown=${this.#move}
        @focusin=${this.#look}
        @focusout=${this.#lookAway}
        @pointerover=${this.#look}
        @pointerleave=${this.#lookAway}
      >
        ${track(row, { window, gaps, gapsKey, now, role: 'img' })}
      </div>
      <p class="axis" aria-hidden="true">
        ${
          this.read === null
            ? html`<span>${momentWords(now - HOUR_MS, now)}</span><span>now</span>`
            : html`<span class="at">${this.read}</span>`
        }
      </p>`;
  }

  /** @override */
  updated() {
    if (!this.querySelector('.span[tabindex="0"]'))
      [...this.querySelectorAll('.span')].at(-1)?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const spans = [...this.querySelectorAll('.span')];
    const column = event.target instanceof Element ? spans.indexOf(event.target) : -1;
    const to = column < 0 ? null : moved(event, { row: 0, column }, [spans.length]);
    const next = to && spans[to.column];
    if (!(next instanceof SVGElement)) return;
    event.preventDefault();
    spans[column]?.setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    next.focus();
  }

  /** @param {Event} event */
  #look({ target }) {
    if (target instanceof Element && target.classList.contains('span')) this.read = target.getAttribute('aria-label');
  }

  #lookAway() {
    this.read = this.querySelector('.span:focus-visible')?.getAttribute('aria-label') ?? null;
  }
}

/** @param {PastEvent[]} events oldest first */
function ownEvents(events) {
  if (events.length === 0) return nothing;
  return html`<ol class="events" role="list" tabindex="0" aria-label="Its events">
    ${repeat(events.toReversed(), (event) => event.id, ownEventLine)}
  </ol>`;
}

customElements.define('own-past', OwnPast);
