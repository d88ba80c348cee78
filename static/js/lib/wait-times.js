/**
 * When sessions waited for the person: worked out from events and from what is now.
 *
 * @import { Past, PastEvent, Known, Session, Stretch, Wait } from './types.d.ts'
 */

/** An event told this soon after a gap speaks of what happened in it. */
const TOLD_WITHIN_MS = 4000;

/**
 * Every wait that reaches into a while, oldest first.
 *
 * @param {Known} known
 * @param {Past} past
 * @param {number} from
 * @param {Stretch[]} gaps where nobody measured
 * @returns {Wait[]}
 */
export function waitsOf(known, past, from, gaps) {
  const ids = new Set([...past.bySession.keys(), ...known.order]);
  const waits = [...ids].flatMap((id) => {
    const events = past.bySession.get(id) ?? [];
    return waitsOfOne(id, events, known.sessions.get(id) ?? null, gaps);
  });
  return waits
    .filter((wait) => wait.to === null || wait.to > from)
    .toSorted((a, b) => (a.from ?? from) - (b.from ?? from) || (a.sessionId < b.sessionId ? -1 : 1));
}

/**
 * Every wait of one session that is known of, oldest first.
 *
 * @param {string} id
 * @param {PastEvent[]} events oldest first
 * @param {Session | null} session
 * @param {Stretch[]} gaps
 * @returns {Wait[]}
 */
export function waitsOfOne(id, events, session, gaps) {
  /** @type {Wait[]} */
  const waits = [];
  /** @type {Wait | null} */
  let open = null;
  for (const event of events) {
    if (event.kind === 'stopped') continue;
    const name = session?.name ?? event.sessionName;
    if (event.from === 'needs-you') {
      const wait = open ?? { sessionId: id, name, from: null, to: null };
      waits.push({ ...wait, to: endOf(event.at, wait.from, gaps) });
    }
    open = event.to === 'needs-you' ? { sessionId: id, name, from: event.at, to: null } : null;
  }
  if (session?.status === 'needs-you') {
    waits.push({ sessionId: id, name: session.name, from: session.statusSince ?? open?.from ?? null, to: null });
  }
  return waits;
}

/**
 * A wait whose end nobody saw ended when it was last seen to go on.
 *
 * @param {number} at
 * @param {number | null} from
 * @param {Stretch[]} gaps
 */
function endOf(at, from, gaps) {
  const gap = gaps.find((one) => one.to <= at && one.to >= at - TOLD_WITHIN_MS);
  return gap ? Math.max(gap.from, from ?? gap.from) : at;
}

/**
 * The wait that ended last, since a time.
 *
 * @param {Wait[]} waits
 * @param {number} from
 * @returns {Wait | null}
 */
export function lastEnded(waits, from) {
  return waits.reduce(
    (/** @type {Wait | null} */ last, wait) =>
      wait.to !== null && wait.to > from && wait.to >= (last?.to ?? 0) ? wait : last,
    null,
  );
}

/**
 * Waits in as few rows as hold them without one lying over another.
 *
 * @param {Wait[]} waits oldest first
 * @param {number} apart the least distance of two in a row
 * @returns {Wait[][]}
 */
export function lanesOf(waits, apart) {
  /** @type {Wait[][]} */
  const lanes = [];
  for (const wait of waits) {
    const from = wait.from ?? Number.NEGATIVE_INFINITY;
    const lane = lanes.find((one) => (one.at(-1)?.to ?? Number.POSITIVE_INFINITY) + apart <= from);
    if (lane) lane.push(wait);
    else lanes.push([wait]);
  }
  return lanes;
}

/**
 * What the waits of one session come to up to now.
 *
 * @param {Wait[]} waits
 * @param {number} now
 */
export function summedUp(waits, now) {
  const lengths = waits.flatMap(({ from, to }) => (from === null ? [] : [(to ?? now) - from]));
  return {
    count: waits.length,
    totalMs: lengths.reduce((sum, length) => sum + length, 0),
    longestMs: Math.max(0, ...lengths),
  };
}
