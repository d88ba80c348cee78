import { html, nothing } from '../../vendor/lit.js';
import { leftOff } from '../lib/coming-back.js';
import { isWatched } from '../lib/is-watched.js';
import { clock, store } from '../lib/live.js';
import { breaksOf, linesOf } from '../lib/log.js';
import { unmeasured } from '../lib/measured.js';
import { Nearby } from '../lib/nearby.js';
import { recall } from '../lib/recall.js';
import { FEW } from '../lib/rows-near.js';
import { momentWords } from '../lib/times.js';
import { logLine } from './event-line.js';
import { nearRows } from './near-rows.js';
import { PatientElement } from './patient-element.js';
import { farItems } from './room.js';

/** @import { Line } from '../lib/log.js' */

/** How long the line that says what is new stays once it was seen. */
const SEEN_AFTER_MS = 10_000;

/** What changed, newest first, with a mark where the person left off. */
class EventLog extends PatientElement {
  /** @override */
  static properties = { looks: { state: true }, rangesDrawn: { state: true } };

  constructor() {
    super();
    /** Raised when the person came, left, or saw what was marked. */
    this.looks = 0;
    /** Raised when other lines are to be drawn. */
    this.rangesDrawn = 0;
  }

  #nearby = new Nearby(
    this,
    () => {
      const frame = this.querySelector('ol');
      return frame ? [{ key: 'lines', rows: frame.querySelectorAll('li:not(.first)'), frame }] : [];
    },
    () => {
      this.rangesDrawn += 1;
    },
    'data-line',
  );

  /** @type {number | undefined} */
  #seenTimer;
  #isInView = false;
  /** @type {Element | null} */
  #watched = null;
  #observer = new IntersectionObserver((entries) => {
    this.#isInView = entries.at(-1)?.isIntersecting ?? false;
    this.#countDown();
  });

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('visibilitychange', () => {
      this.#countDown();
      this.looks += 1;
    });
  }

  /** The ten seconds begin when the line is in view of a person who is there, and go on from then. */
  #countDown() {
    if (document.hidden || !this.#watched) {
      clearTimeout(this.#seenTimer);
      this.#seenTimer = undefined;
    } else if (this.#isInView) {
      this.#seenTimer ??= window.setTimeout(() => {
        this.#seenTimer = undefined;
        leftOff.seen();
        this.looks += 1;
      }, SEEN_AFTER_MS);
    }
  }

  /** @override */
  drawnFrom() {
    const { events, restarts, since, pointsFrom } = recall.past;
    return [events, restarts, since, pointsFrom, isWatched(), recall.failed, new Date(clock.now()).getDate()];
  }

  /** @override */
  render() {
    const { known } = store.state;
    const { events, points, restarts, since } = recall.past;
    if (recall.failed && known && known.order.length > 0 && events === null) return notRead();
    if (events === null || !isWatched()) return nothing;
    const mark = leftOff.markIn(events);
    const now = clock.now();
    const lines = linesOf(
      events,
      breaksOf(restarts, unmeasured(points, points[0]?.at ?? now, now)),
      mark?.since ?? null,
    );
    return html`<section class="panel event-log" aria-labelledby="events-title">
      <h2 id="events-title" class="panel-title">
        Events${mark ? html` <span class="panel-count new-count">${events.filter(({ at }) => at > mark.since).length} new</span>` : nothing}
      </h2>
      <ol class="events" role="list" tabindex="0" aria-labelledby="events-title">
        ${this.#lines(lines)}
        ${since === null ? nothing : html`<li class="between first">Watching since ${momentWords(since.at, now)}</li>`}
      </ol>
    </section>`;
  }

  /** @param {Line[]} lines */
  #lines(lines) {
    const isNear = this.#nearby.among('lines', lines);
    // The mark is always drawn: how long it was seen must not be lost with it.
    return nearRows(lines, (index) => isNear(index) || lines[index]?.kind === 'new', {
      row: (line, index) => logLine(line, lines.length > FEW ? { number: index + 1, count: lines.length } : null),
      far: (far) => farItems(far.length, this.#nearby.room('lines', far.length)),
    });
  }

  /** @override */
  updated() {
    const line = this.querySelector('.new-since');
    if (line === this.#watched) return;
    this.#observer.disconnect();
    this.#isInView = false;
    this.#watched = line;
    if (line) this.#observer.observe(line);
    this.#countDown();
  }
}

function notRead() {
  return html`<section class="panel event-log" aria-labelledby="events-title">
    <h2 id="events-title" class="panel-title">Events</h2>
    <p class="not-read">What happened could not be read. It is asked for again every few seconds.</p>
  </section>`;
}

customElements.define('event-log', EventLog);
