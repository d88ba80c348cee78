/**
 * The lines of the Events log: events, and between them where watching broke off and where the
 * person left off.
 *
 * @import { PastEvent, Restart, Stretch } from './types.d.ts'
 */

/**
 * @typedef {{ kind: 'event', id: string, event: PastEvent }
 *   | { kind: 'break', id: string, at: number, from: number | null }
 *   | { kind: 'new', id: string, since: number }} Line
 */

/** A shorter break is not worth a line. */
const BREAK_FROM_MS = 60_000;

/**
 * When watching began again, and when it had broken off: by a stop of Agent Lookout, or because
 * the computer slept.
 *
 * @param {Restart[]} restarts
 * @param {Stretch[]} gaps
 * @returns {{ at: number, from: number | null }[]}
 */
export function breaksOf(restarts, gaps) {
  const stops = restarts.map(({ at, lastAt }) => ({ at, from: lastAt ?? null }));
  const sleeps = gaps
    .filter(({ from, to }) => to - from >= BREAK_FROM_MS && !stops.some(({ at }) => at > from && at <= to))
    .map(({ from, to }) => ({ at: to, from }));
  return [...stops, ...sleeps];
}

/**
 * @param {PastEvent[]} events newest first
 * @param {{ at: number, from: number | null }[]} breaks
 * @param {number | null} leftOff
 * @returns {Line[]} newest first
 */
export function linesOf(events, breaks, leftOff) {
  /** @type {(Line & { order: number })[]} */
  const between = breaks.map(({ at, from }) => ({ kind: 'break', id: `break ${at}`, at, from, order: at }));
  if (leftOff !== null) between.push({ kind: 'new', id: 'new', since: leftOff, order: leftOff });
  between.sort((a, b) => b.order - a.order);
  /** @type {Line[]} */
  const lines = [];
  for (const event of events) {
    while (between[0] && between[0].order >= event.at) lines.push(/** @type {Line} */ (between.shift()));
    lines.push({ kind: 'event', id: event.id, event });
  }
  return [...lines, ...between];
}
