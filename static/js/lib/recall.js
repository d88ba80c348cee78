// Where the page gets what happened from: asked for with each whole snapshot, and told by the
// websocket from there on. Started by the views that show it.
import { clock, messages, store } from './live.js';
import { overviewOf } from './overview.js';
import { LONGEST_MS, NOTHING_YET, withAnswer, withHistory, withNews, withPoint, withWaits } from './past.js';

/** @import { Message, Past, PastEvent } from './types.d.ts' */

export const HOUR_MS = 60 * 60 * 1000;
/** Charts of an hour begin at a whole minute or five. */
const AHEAD_MS = 5 * 60 * 1000;
const ASK_TIMEOUT_MS = 8000;
const ASK_AGAIN_MS = 5000;
/** Waits that go on are counted as far as they have gone, which is asked for this often. */
const WAITS_EVERY_MS = 30_000;
/** Several changes of one moment ask once. */
const WAITS_AFTER_MS = 400;

class Recall extends EventTarget {
  /** @type {Past} */
  past = NOTHING_YET;
  /** Whether the last question was not answered. */
  failed = false;
  #reach = HOUR_MS + AHEAD_MS;
  /** @type {PastEvent[]} what came since events were last asked for */
  #news = [];
  /** Raised with each asking, so that an answer to an old one is not heard. */
  #turn = 0;
  /** @type {number | undefined} */
  #again;
  /** @type {number | undefined} */
  #waitsTimer;
  #started = false;

  start() {
    if (this.#started) return;
    this.#started = true;
    messages.addEventListener('message', (event) => {
      if (event instanceof CustomEvent) this.#hear(event.detail);
    });
    setInterval(() => {
      const { known, phase } = store.state;
      if (!document.hidden && phase === 'live' && known && overviewOf(known).counts.needsYou > 0) this.#askWaitsSoon();
    }, WAITS_EVERY_MS);
  }

  /** Has the points reach back as far as any chart does, from now on. */
  reachFar() {
    if (this.#reach === LONGEST_MS) return;
    this.#reach = LONGEST_MS;
    void this.#ask();
  }

  /** @param {Message} message */
  #hear(message) {
    if (message.type === 'snapshot') void this.#ask();
    const news = message.type === 'diff' ? (message.events ?? []) : [];
    this.#news.push(...news);
    if (news.some(({ from, to }) => from === 'needs-you' || to === 'needs-you')) this.#askWaitsSoon();
    this.#become(withPoint(withNews(this.past, news), pointOf(timeOf(message))));
  }

  async #ask() {
    this.#turn += 1;
    const turn = this.#turn;
    clearTimeout(this.#again);
    this.#news = [];
    const from = clock.now() - this.#reach;
    try {
      const [events, history, waits] = await Promise.all([
        answerOf('/api/events'),
        answerOf(`/api/history?windowMs=${this.#reach}`),
        answerOf('/api/waits'),
      ]);
      if (turn !== this.#turn) return;
      this.failed = false;
      const answered = withNews(withAnswer(this.past, events.events, history.since), this.#news);
      this.#become(withWaits(withHistory(answered, history, from), waits));
    } catch {
      if (turn !== this.#turn) return;
      this.failed = true;
      this.dispatchEvent(new Event('change'));
      // While the connection is away, its next snapshot asks.
      this.#again = window.setTimeout(() => store.state.phase === 'live' && void this.#ask(), ASK_AGAIN_MS);
    }
  }

  #askWaitsSoon() {
    clearTimeout(this.#waitsTimer);
    this.#waitsTimer = window.setTimeout(async () => {
      const waits = await answerOf('/api/waits').catch(() => null);
      if (waits) this.#become(withWaits(this.past, waits));
    }, WAITS_AFTER_MS);
  }

  /** @param {Past} next */
  #become(next) {
    if (next === this.past) return;
    this.past = next;
    this.dispatchEvent(new Event('change'));
  }
}

/** @param {string} path */
async function answerOf(path) {
  const answer = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

/** @param {Message} message */
function timeOf(message) {
  if (message.type === 'snapshot') return message.snapshot.generatedAt;
  return message.type === 'diff' ? message.patch.generatedAt : message.generatedAt;
}

/**
 * What is known now, as the point that the server counts of it.
 *
 * @param {number} at
 */
function pointOf(at) {
  const { known } = store.state;
  const { needsYou: waiting, working, idle, all: total } = known ? overviewOf(known).counts : NONE;
  return { at, waiting, working, idle, total };
}

const NONE = { needsYou: 0, working: 0, idle: 0, all: 0 };

export const recall = new Recall();
