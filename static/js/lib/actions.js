/**
 * What a person can do with a session, and the words for what came of it.
 *
 * @import { Session } from './types.d.ts'
 */
import { counted, listed } from './words.js';

/**
 * @typedef {{ kind: 'open', address: string }} Open an address that another program opens
 * @typedef {{ kind: 'jump', place: string }} Jump
 * @typedef {{ kind: 'resume', command: string }} Resume
 * @typedef {Open | Jump | Resume} Action
 * @typedef {{ words: string, command: string | null }} Said and a line to run, where there is one
 * @typedef {{ sessionId: string, outcome: string }} Result
 */

/** The only addresses handed to another program, whatever a session's file says. */
const OPENED_BY_VSCODE = 'vscode://';

/** As many as are ended together. */
export const MOST_ENDED = 20;

/**
 * The one action at the end of a session's row.
 *
 * @param {Session} session
 * @returns {Action | null}
 */
export function actionOf({ links, jump, resume }) {
  const address = links?.open;
  if (typeof address === 'string' && address.startsWith(OPENED_BY_VSCODE)) return { kind: 'open', address };
  if (jump?.kind === 'tmux') return { kind: 'jump', place: `tmux, ${jump.place}` };
  if (jump?.kind === 'terminal') return { kind: 'jump', place: jump.app ?? jump.place };
  return typeof resume?.command === 'string' ? { kind: 'resume', command: resume.command } : null;
}

/**
 * Where a jump led, as the server answered.
 *
 * @param {Record<string, unknown>} answer
 * @returns {Said}
 */
export function jumpedWords({ kind, place, app, attach }) {
  if (kind === 'terminal') return { words: `Brought to the front in ${app}.`, command: null };
  if (typeof attach !== 'string') return { words: `Selected in tmux, ${place}.`, command: null };
  return { words: `Selected in tmux, ${place}. No terminal is attached there; this shows it:`, command: attach };
}

/**
 * @param {string} command
 * @param {boolean} copied false when the browser refused the clipboard
 * @returns {Said}
 */
export function copiedWords(command, copied) {
  return {
    words: copied
      ? 'Copied. Paste it into a terminal to go on:'
      : 'The browser refused the clipboard. Copy it by hand:',
    command,
  };
}

/**
 * What a stop does and what it does not, said before it is done.
 *
 * @param {Session} session
 * @returns {{ will: string[], willNot: string[] }}
 */
export function stopWords({ stop, pid }) {
  const willNot = [
    'The conversation is kept, and can be gone on with.',
    'It is never forced, and no other session is touched.',
  ];
  if (stop?.how === 'background') {
    return {
      will: ['Claude Code’s own claude stop ends this background job.', 'Whatever it is running is interrupted.'],
      willNot,
    };
  }
  const whose = pid ? `Its process, ${pid},` : 'Its process';
  return {
    will: [`${whose} is asked to end (SIGTERM) and has ten seconds for it.`, 'Whatever it is running is interrupted.'],
    willNot,
  };
}

const OUTCOME_WORDS = new Map([
  ['ended', 'Ended'],
  ['became-active', 'Active again, so left running'],
  ['not-stale', 'Not idle for long enough any more, so left running'],
  ['gone', 'Had ended already'],
  ['unsupported', 'Not ended from here'],
  ['cannot-confirm', 'Left running: its session file is not what it was'],
  ['not-allowed', 'Left running: its process is never ended from here'],
  ['still-running', 'Asked to end, still running after 10 seconds'],
  ['failed', 'Could not be asked to end'],
]);

/** @param {string | undefined} outcome of one session of several */
export function outcomeWord(outcome) {
  return OUTCOME_WORDS.get(outcome ?? '') ?? 'What became of it is not known';
}

/**
 * What came of ending several, with those that became active again by name.
 *
 * @param {Result[]} results
 * @param {(id: string) => string} nameOf
 */
export function cleanedUpWords(results, nameOf) {
  const ended = results.filter(({ outcome }) => outcome === 'ended').length;
  const active = results.filter(({ outcome }) => outcome === 'became-active').map(({ sessionId }) => nameOf(sessionId));
  const first = `${ended} of ${counted(results.length, 'session has', 'sessions have')} ended.`;
  if (active.length === 0) return first;
  return `${first} ${listed(active)} became active again and ${active.length === 1 ? 'was' : 'were'} left running.`;
}

/**
 * The results of a clean-up, as far as the answer holds any.
 *
 * @param {Record<string, unknown>} answer
 * @returns {Result[]}
 */
export function resultsOf({ results }) {
  return Array.isArray(results) ? results.filter((one) => typeof one?.sessionId === 'string') : [];
}

/**
 * Those left running that can be ended from here.
 *
 * @param {Session[]} stale
 */
export function canBeEnded(stale) {
  return stale.filter(({ stop, statusSince }) => stop && typeof statusSince === 'number');
}
