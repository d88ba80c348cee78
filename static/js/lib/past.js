/**
 * What happened, as far as the page remembers it: what the server told when asked, and what came
 * over the websocket since. No browser, no clock.
 *
 * @import { History, Past, PastEvent, Point, WaitSums } from './types.d.ts'
 */

/** As many as the server keeps. */
export const MOST_EVENTS = 1000;
/** As many as the server gives in one answer: when it is full, there were more before. */
export const MOST_ANSWERED = 200;
/** The longest time that a chart shows. */
export const LONGEST_MS = 6 * 60 * 60 * 1000;

const KINDS = new Set(['appeared', 'status-changed', 'ended', 'stopped']);

/** @type {Past} */
export const NOTHING_YET = {
  events: null,
  bySession: new Map(),
  eventsFrom: Number.NEGATIVE_INFINITY,
  points: [],
  pointsFrom: Number.POSITIVE_INFINITY,
  restarts: [],
  since: null,
  waits: null,
};

/**
 * After an answer of `GET /api/events`: all there was when it was asked for, or the newest of it.
 * What came over the websocket meanwhile may be in both.
 *
 * @param {Past} past
 * @param {PastEvent[]} answered newest first
 * @param {Past['since']} since when the history began, as was answered with them
 * @returns {Past}
 */
export function withAnswer(past, answered, since) {
  const oldest = answered.at(-1);
  const isFull = answered.length >= MOST_ANSWERED && oldest !== undefined;
  const clearedAt = since?.by === 'cleared' ? since.at : Number.NEGATIVE_INFINITY;
  const newestAt = answered[0]?.at ?? clearedAt;
  const meanwhile = (past.events ?? []).filter((event) => event.at > newestAt);
  const eventsFrom = isFull ? oldest.at : Number.NEGATIVE_INFINITY;
  const next = withEvents({ ...past, eventsFrom }, inOrder([...meanwhile, ...answered]));
  return { ...next, bySession: grouped(next.events ?? [], past.bySession) };
}

/**
 * After the events of a diff. Before the first answer they are only kept for it.
 *
 * @param {Past} past
 * @param {PastEvent[]} news oldest first
 * @returns {Past}
 */
export function withNews(past, news) {
  if (news.length === 0 || past.events === null) return past;
  // Only what is not older than they are is put in order with them: the rest is, and may be long.
  const from = Math.min(...news.map(({ at }) => at));
  const older = past.events.findIndex(({ at }) => at < from);
  const place = older === -1 ? past.events.length : older;
  const recent = inOrder([...news.toReversed(), ...past.events.slice(0, place)]);
  const all = [...recent, ...past.events.slice(place)];
  const touched = [...news, ...all.slice(MOST_EVENTS)].map(({ sessionId }) => sessionId);
  const next = withEvents(past, all);
  return { ...next, bySession: regrouped(past.bySession, next.events ?? [], new Set(touched)) };
}

/**
 * Each once, the newest first; those of one moment in the order they came.
 *
 * @param {PastEvent[]} events
 */
function inOrder(events) {
  const known = [...new Map(events.filter(isKnown).map((event) => [event.id, event])).values()];
  return known.toSorted((a, b) => b.at - a.at);
}

/**
 * @param {Past} past
 * @param {PastEvent[]} all newest first
 * @returns {Past}
 */
function withEvents(past, all) {
  const events = all.slice(0, MOST_EVENTS);
  const cut = all.length > events.length ? (events.at(-1)?.at ?? past.eventsFrom) : past.eventsFrom;
  return { ...past, events, eventsFrom: Math.max(past.eventsFrom, cut) };
}

/** @param {PastEvent} event */
function isKnown(event) {
  return KINDS.has(event.kind);
}

/**
 * A session about which nothing was added keeps its list, so that nothing of it is drawn again.
 *
 * @param {PastEvent[]} events newest first
 * @param {Map<string, PastEvent[]>} before
 * @returns {Map<string, PastEvent[]>}
 */
function grouped(events, before) {
  /** @type {Map<string, PastEvent[]>} */
  const lists = new Map();
  for (const event of events.toReversed()) {
    const list = lists.get(event.sessionId);
    if (list) list.push(event);
    else lists.set(event.sessionId, [event]);
  }
  for (const [id, list] of lists) {
    const old = before.get(id);
    if (old && old.length === list.length && old.every((event, index) => event.id === list[index]?.id)) {
      lists.set(id, old);
    }
  }
  return lists;
}

/**
 * The lists of before, but for some sessions.
 *
 * @param {Map<string, PastEvent[]>} before
 * @param {PastEvent[]} events newest first
 * @param {Set<string>} touched
 */
function regrouped(before, events, touched) {
  const lists = new Map(before);
  for (const id of touched) {
    const own = events.filter(({ sessionId }) => sessionId === id).toReversed();
    if (own.length > 0) lists.set(id, own);
    else lists.delete(id);
  }
  return lists;
}

/**
 * After an answer of `GET /api/history`.
 *
 * @param {Past} past
 * @param {History} answered
 * @param {number} from since when its points were asked for
 * @returns {Past}
 */
export function withHistory(past, { points, restarts, since }, from) {
  const lastAt = points.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const meanwhile = past.points.filter((point) => point.at > lastAt);
  return { ...past, points: [...points, ...meanwhile], pointsFrom: from, restarts, since };
}

/**
 * After one more poll. One that is not later than the last is passed over, as the server does;
 * those too old for any chart go, many at once.
 *
 * @param {Past} past
 * @param {Point} point
 * @returns {Past}
 */
export function withPoint(past, point) {
  if (point.at <= (past.points.at(-1)?.at ?? Number.NEGATIVE_INFINITY)) return past;
  const tooOld = point.at - LONGEST_MS * 1.1 > (past.points[0]?.at ?? point.at);
  const kept = tooOld ? past.points.filter(({ at }) => at >= point.at - LONGEST_MS) : past.points;
  return { ...past, points: [...kept, point] };
}

/**
 * @param {Past} past
 * @param {WaitSums} waits
 * @returns {Past}
 */
export function withWaits(past, waits) {
  return JSON.stringify(waits) === JSON.stringify(past.waits) ? past : { ...past, waits };
}
