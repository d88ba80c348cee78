/**
 * What the page says of what is known: sorted, counted and put in words' reach.
 *
 * @import { Counts, Known, Overview, Session, Source } from './types.d.ts'
 */

/** @type {WeakMap<Known, Overview>} */
const overviews = new WeakMap();

/**
 * Worked out once for each thing known, however many elements ask.
 *
 * @param {Known} known
 * @returns {Overview}
 */
export function overviewOf(known) {
  let overview = overviews.get(known);
  if (!overview) {
    overview = workOut(known);
    overviews.set(known, overview);
  }
  return overview;
}

/**
 * @param {Known} known
 * @returns {Overview}
 */
function workOut(known) {
  const sessions = known.order.flatMap((id) => known.sessions.get(id) ?? []);
  const sources = [...known.sources.values()];
  return {
    sessions,
    waiting: longestWaitFirst(sessions.filter((session) => session.status === 'needs-you')),
    counts: countOf(sessions),
    problems: sources.filter(isProblem),
    looking: sources.some((source) => source.state === 'searching'),
    agentFound: sources.some(isAgentHere),
    agentsDiffer: new Set(sessions.map((session) => agentOf(session, known.sources))).size > 1,
  };
}

/** @param {Source} source */
function isProblem(source) {
  return source.state === 'unavailable' || source.state === 'error';
}

/**
 * The folder for status files is there for any agent, and so is no sign of one.
 *
 * @param {Source} source
 */
function isAgentHere(source) {
  return source.id !== 'status-files' && (source.state === 'ok' || isProblem(source));
}

/**
 * A wait whose beginning is not known comes after those that are; otherwise the server's order.
 *
 * @param {Session[]} waiting
 * @returns {Session[]}
 */
export function longestWaitFirst(waiting) {
  return waiting.toSorted(
    (a, b) => (a.statusSince ?? Number.POSITIVE_INFINITY) - (b.statusSince ?? Number.POSITIVE_INFINITY) || 0,
  );
}

/**
 * @param {Session[]} sessions
 * @returns {Counts}
 */
function countOf(sessions) {
  /** @param {(session: Session) => boolean} test */
  const count = (test) => sessions.filter(test).length;
  return {
    needsYou: count((session) => session.status === 'needs-you'),
    working: count((session) => session.status === 'working'),
    idle: count((session) => session.status === 'idle'),
    finished: count((session) => session.status === 'finished'),
    failed: count((session) => session.status === 'failed'),
    unknown: count((session) => session.status === 'unknown'),
    stale: count((session) => session.stale === true),
    all: sessions.length,
  };
}

/**
 * The agent's own name for a session from a status file; the source's for all others.
 *
 * @param {Session} session
 * @param {Map<string, Source>} sources
 * @returns {string}
 */
export function agentOf(session, sources) {
  return session.agent ?? sources.get(session.source)?.label ?? session.source;
}

/**
 * After how many hours an idle session is stale: a day, while its rule is off.
 *
 * @param {Known} known
 */
export function staleHours({ timeRules }) {
  return timeRules?.stale.on ? timeRules.stale.hours : 24;
}
