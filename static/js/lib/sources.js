/**
 * What the Sources view says of what is known.
 *
 * @import { Session, Source } from './types.d.ts'
 */
import { CAPABILITIES, grouped } from './words.js';

/**
 * A source with the newest counts there are: those of the last message, or those asked for since.
 *
 * @param {Source} source
 * @param {Source | undefined} asked
 * @returns {Source}
 */
export function freshest(source, asked) {
  if (!asked || (asked.checkedAt ?? 0) < (source.checkedAt ?? 0)) return source;
  return { ...source, checkedAt: asked.checkedAt, measured: asked.measured };
}

/**
 * How many sessions come from each source.
 *
 * @param {Iterable<Session>} sessions
 * @returns {Map<string, number>}
 */
export function sessionsBySource(sessions) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { source } of sessions) counts.set(source, (counts.get(source) ?? 0) + 1);
  return counts;
}

/**
 * What was counted, each with the words that go under it.
 *
 * @param {Source} source
 * @param {number} sessions
 * @returns {{ figure: string, words: string }[]}
 */
export function figuresOf({ state, measured }, sessions) {
  /** @type {{ figure: string, words: string }[]} */
  const figures = [];
  /**
   * @param {number | null | undefined} number
   * @param {string} one
   * @param {string} many
   */
  const add = (number, one, many) => {
    if (typeof number === 'number') figures.push({ figure: grouped(number), words: number === 1 ? one : many });
  };
  if (state !== 'not-set-up') add(sessions, 'session', 'sessions');
  add(measured?.filesRead, 'session file', 'session files');
  if (measured?.filesSkipped) add(measured.filesSkipped, 'skipped', 'skipped');
  add(measured?.reads, 'read so far', 'reads so far');
  add(measured?.programsRun, 'program run', 'programs run');
  return figures;
}

/**
 * What is read or run, apart from how often: "~/.claude/sessions" and "every 2 seconds".
 *
 * @param {string} value
 * @returns {{ place: string | null, rest: string }}
 */
export function watchedParts(value) {
  const [, place, rest] = /^([~/][^,]*)(?:, )?(.*)$/s.exec(value) ?? [];
  return place === undefined ? { place: null, rest: value } : { place, rest: rest ?? '' };
}

/**
 * Why an agent cannot report some things, or only in part; things with one reason go together.
 *
 * @param {Source} source
 * @returns {{ names: string[], level: string, reason: string }[]}
 */
export function reasonsOf({ capabilities }) {
  /** @type {Map<string, { names: string[], level: string, reason: string }>} */
  const reasons = new Map();
  for (const { key, words } of CAPABILITIES) {
    const { level, reason } = capabilities?.[key] ?? {};
    if (!level || !reason) continue;
    const same = reasons.get(`${level} ${reason}`);
    if (same) same.names.push(words);
    else reasons.set(`${level} ${reason}`, { names: [words], level, reason });
  }
  return [...reasons.values()];
}
