/**
 * Which status a session had when, worked out from its events and what it is now.
 *
 * @import { Known, Past, PastEvent, Session, Span, Status, Stretch } from './types.d.ts'
 */

/**
 * One row of the Timeline.
 *
 * @typedef {{ id: string, name: string, session: Session | null, events: PastEvent[] }} Row
 */

/** @type {PastEvent[]} */
const NO_EVENTS = [];

/**
 * The sessions of a while: those that are here, in their order, and those that ended in it, the
 * latest first.
 *
 * @param {Known} known
 * @param {Past} past
 * @param {number} from
 * @returns {Row[]}
 */
export function rowsOf(known, past, from) {
  /** @type {Row[]} */
  const here = known.order.flatMap((id) => {
    const session = known.sessions.get(id);
    return session ? { id, name: session.name, session, events: past.bySession.get(id) ?? NO_EVENTS } : [];
  });
  /** @type {Row[]} */
  const gone = [];
  for (const [id, events] of past.bySession) {
    const last = events.at(-1);
    if (!last || last.at < from || known.sessions.has(id)) continue;
    gone.push({ id, name: last.sessionName, session: null, events });
  }
  gone.sort((a, b) => (b.events.at(-1)?.at ?? 0) - (a.events.at(-1)?.at ?? 0));
  return [...here, ...gone];
}

/**
 * The stretches of one session between two times, oldest first, without a hole while it was here.
 *
 * @param {Row} row
 * @param {Stretch} window
 * @param {Stretch[]} gaps where nobody measured
 * @returns {Span[]}
 */
export function spansOf(row, window, gaps) {
  return joined(statusesOf(row, window).flatMap((span) => cut(span, gaps)));
}

/**
 * @param {Row} row
 * @param {Stretch} window
 * @returns {Span[]}
 */
function statusesOf({ session, events }, window) {
  /** @type {Span[]} */
  const spans = [];
  let status = beforeAll(events, session);
  let since = Math.max(window.from, events.length === 0 || status ? (session?.startedAt ?? window.from) : window.from);
  /** @param {number} at */
  const close = (at) => {
    const to = Math.min(at, window.to);
    if (status !== null && to > since) spans.push({ from: since, to, status });
    since = Math.max(since, at);
  };
  for (const event of events) {
    if (event.kind === 'stopped') continue;
    close(event.at);
    status = event.kind === 'ended' ? null : (event.to ?? 'unknown');
  }
  if (session && status !== session.status) {
    // A change that the events have yet to tell of.
    close(Math.max(since, Math.min(session.statusSince ?? window.to, window.to)));
    status = session.status;
  }
  close(window.to);
  return spans;
}

/**
 * What a session was before its first event: null when it was not here.
 *
 * @param {PastEvent[]} events
 * @param {Session | null} session
 * @returns {Status | null}
 */
function beforeAll(events, session) {
  const first = events[0];
  if (!first) return session?.status ?? null;
  return first.kind === 'appeared' ? null : (first.from ?? null);
}

/**
 * @param {Span} span
 * @param {Stretch[]} gaps
 * @returns {Span[]}
 */
function cut(span, gaps) {
  /** @type {Span[]} */
  const parts = [];
  let { from } = span;
  for (const gap of gaps) {
    if (gap.to <= from || gap.from >= span.to) continue;
    if (gap.from > from) parts.push({ ...span, from, to: gap.from });
    parts.push({ from: Math.max(from, gap.from), to: Math.min(span.to, gap.to), status: null });
    from = Math.min(span.to, gap.to);
  }
  if (from < span.to) parts.push({ ...span, from });
  return parts;
}

/**
 * @param {Span[]} spans
 * @returns {Span[]}
 */
function joined(spans) {
  /** @type {Span[]} */
  const result = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last && last.status === span.status && last.to === span.from) last.to = span.to;
    else result.push({ ...span });
  }
  return result;
}
