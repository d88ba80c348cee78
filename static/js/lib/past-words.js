/**
 * The words for what happened: of events, waits, columns and stretches of time.
 *
 * @import { Average, PastEvent, Span, Wait } from './types.d.ts'
 */
import { exactly, momentWords, roughly } from './times.js';
import { counted, knownStatus, listed, statusWord } from './words.js';

const MINUTE_MS = 60_000;
const NOT_MEASURED = 'not measured';

/** What is said of a session that came to a status: first of all, and from another. */
const CAME_TO = new Map([
  ['needs-you', 'needs you'],
  ['working', 'started working'],
  ['idle', 'went idle'],
  ['finished', 'finished'],
  ['failed', 'failed'],
  ['unknown', 'has a status that is not known'],
]);

/** A severity that is worth a word of its own. */
const SEVERITY_WORDS = new Map([
  ['warning', 'Warning'],
  ['critical', 'Critical'],
]);

/**
 * What became of a session, to be read after its name.
 *
 * @param {PastEvent} event
 */
export function eventWords({ kind, from, to }) {
  if (kind === 'ended') return 'ended';
  if (kind === 'stopped') return 'was stopped from here';
  const word = CAME_TO.get(knownStatus(to ?? 'unknown'));
  if (kind === 'appeared') return to === 'working' || to === 'idle' ? `appeared, ${to}` : `appeared, ${word}`;
  return from === 'needs-you' && to === 'working' ? 'went on working' : word;
}

/**
 * The status whose mark stands beside an event: what the session came to, else what it was.
 *
 * @param {PastEvent} event
 */
export function markOf({ kind, to }) {
  return kind === 'ended' || kind === 'stopped' ? 'gone' : knownStatus(to ?? 'unknown');
}

/**
 * @param {string} severity
 * @returns {string | null}
 */
export function severityWord(severity) {
  return SEVERITY_WORDS.get(severity) ?? null;
}

/**
 * A break in the log: "Not watching from 13:10 to 13:25".
 *
 * @param {{ at: number, from: number | null }} pause
 * @param {number} now
 */
export function breakWords({ at, from }, now) {
  const end = momentWords(at, now);
  return from === null || at - from < MINUTE_MS
    ? `Started watching at ${end}`
    : `Not watching from ${momentWords(from, now)} to ${end}`;
}

/**
 * The wait that ended last: "waited 3m 10s, ended 14:02", to be read after the session's name.
 *
 * @param {Wait} wait
 * @param {number} now
 */
export function endedWaitWords({ from, to }, now) {
  const end = `ended ${momentWords(to ?? now, now)}`;
  return from === null ? `waited, ${end}` : `waited ${exactly((to ?? now) - from)}, ${end}`;
}

/**
 * A wait's bar, with its name.
 *
 * @param {Wait} wait
 * @param {number} now
 */
export function waitWords({ name, from, to }, now) {
  const start = from === null ? null : momentWords(from, now);
  if (to === null)
    return `${name} is waiting${start === null ? '' : `, ${exactly(now - (from ?? now))} since ${start}`}`;
  return `${name} waited${from === null ? '' : ` ${exactly(to - from)}`}, ${start === null ? 'until' : `${start} to`} ${momentWords(to, now)}`;
}

/**
 * A number of sessions on average, with one figure after the point where that says more.
 *
 * @param {number} number
 */
export function averageWord(number) {
  const rounded = Math.round(number * 10) / 10;
  if (rounded === 0 && number > 0) return 'under 0.1';
  return String(rounded);
}

/**
 * @param {NonNullable<Average['counts']>} counts
 */
function countsWords({ waiting, working, idle }) {
  return `${averageWord(waiting)} waiting, ${averageWord(working)} working, ${averageWord(idle)} idle`;
}

/**
 * A column in words: "13:35 to 13:40: 0.4 waiting, 2 working, 3 idle, 2m not measured".
 *
 * @param {Average} column
 * @param {number} now
 */
export function columnWords(column, now) {
  const { from, to, counts } = column;
  const missing = missingWord(column);
  const numbers = counts === null ? NOT_MEASURED : countsWords(counts);
  const beside = counts === null || missing === null ? '' : `, ${missing} ${NOT_MEASURED}`;
  return `${stretchWords({ from, to }, now)}: ${numbers}${beside}`;
}

/**
 * How much of a stretch was not measured; null for nothing of it.
 *
 * @param {Average} stretch
 */
export function missingWord({ unmeasured }) {
  const missing = unmeasured.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  return missing === 0 ? null : roughly(missing);
}

/**
 * "13:35 to 13:40", with seconds where the minutes would say nothing.
 *
 * @param {{ from: number, to: number }} stretch
 * @param {number} now
 * @param {boolean} [seconds]
 */
export function stretchWords({ from, to }, now, seconds = false) {
  return `${momentWords(from, now, { seconds })} to ${momentWords(to, now, { seconds })}`;
}

/**
 * A stretch of the Timeline: "Working 12m 04s, 13:20:10 to 13:32:14"; of one that goes on only its
 * beginning, which stays true.
 *
 * @param {Span} span
 * @param {number} now
 * @param {boolean} goesOn
 */
export function spanWords({ from, to, status }, now, goesOn) {
  const word = status === null ? 'Not measured' : statusWord(status);
  if (goesOn) return `${word} since ${momentWords(from, now, { seconds: true })}`;
  return `${word} ${exactly(to - from)}, ${stretchWords({ from, to }, now, true)}`;
}

/**
 * How often and how long one session waited, as far back as is known.
 *
 * @param {{ count: number, totalMs: number, longestMs: number }} sum
 * @param {number} since
 * @param {number} now
 */
export function ownWaitsWords({ count, totalMs, longestMs }, since, now) {
  const known = `since ${momentWords(since, now)}`;
  if (count === 0) return `Has not waited for you ${known}.`;
  const length = count === 1 ? exactly(totalMs) : `${exactly(totalMs)} in all, longest ${exactly(longestMs)}`;
  return `Waited for you ${count === 1 ? 'once' : counted(count, 'time', 'times')} ${known}: ${length}.`;
}

/**
 * What all of an hour's columns come to, for a heading's own description.
 *
 * @param {Average[]} columns
 */
export function chartSummary(columns) {
  const measured = columns.flatMap(({ counts }) => counts ?? []);
  if (measured.length === 0) return 'Nothing was measured.';
  /** @param {'waiting' | 'working' | 'idle'} part */
  const most = (part) => averageWord(Math.max(...measured.map((counts) => counts[part])));
  return `At most ${listed([`${most('waiting')} waiting`, `${most('working')} working`, `${most('idle')} idle`])}.`;
}
