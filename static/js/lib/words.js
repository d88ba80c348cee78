/**
 * The words for what is known: one place, so that the list, the cards and the details agree.
 *
 * @import { Overview, Phase, PullRequest, Session, Source, Status } from './types.d.ts'
 */

// Maps, not objects: a word looked up comes from another program, and might be "toString".
const STATUS_WORDS = new Map([
  ['needs-you', 'Needs you'],
  ['working', 'Working'],
  ['idle', 'Idle'],
  ['finished', 'Finished'],
  ['failed', 'Failed'],
  ['unknown', 'Unknown'],
]);

const REASON_WORDS = new Map([
  ['permission', 'Waiting for permission'],
  ['question', 'Asked you a question'],
]);

const APP_WORDS = new Map([
  ['terminal', 'Terminal'],
  ['vscode', 'VS Code'],
  ['desktop', 'Desktop app'],
  ['cloud', 'Cloud'],
  ['browser', 'Browser'],
]);

/** How a source is being read: now, and when what is shown is past. */
const SOURCE_WORDS = new Map([
  ['ok', ['Reading', 'Was reading']],
  ['searching', ['Looking', 'Was looking']],
  ['unavailable', ['Cannot be read', 'Could not be read']],
  ['not-set-up', ['Not set up', 'Was not set up']],
  ['error', ['Fault', 'Had a fault']],
  ['unknown', ['Not known', 'Not known']],
]);

const LEVEL_WORDS = new Map([
  ['yes', 'Yes'],
  ['partly', 'Partly'],
  ['no', 'No'],
  ['unknown', 'Not known'],
]);

/** What an agent may report, and what can be done with its sessions, in the order of the table. */
export const CAPABILITIES = [
  { key: 'needsYou', words: 'Needs you' },
  { key: 'waitingReason', words: 'Reason' },
  { key: 'waitingText', words: 'What it asks' },
  { key: 'finished', words: 'Finished' },
  { key: 'failed', words: 'Failed' },
  { key: 'quietFor', words: 'Quiet for' },
  { key: 'jump', words: 'Jump' },
  { key: 'stop', words: 'Stop' },
];

/**
 * A status this page does not know is shown as one that is not known.
 *
 * @param {string} status
 * @returns {Status}
 */
export function knownStatus(status) {
  return STATUS_WORDS.has(status) ? /** @type {Status} */ (status) : 'unknown';
}

/** @param {string} status */
export function statusWord(status) {
  return STATUS_WORDS.get(knownStatus(status));
}

/** @param {Session} session */
export function reasonWord(session) {
  return REASON_WORDS.get(session.waitingReason ?? '') ?? 'Waiting for you';
}

/** What Claude Code calls a wait when it says no more than the reason does. */
const SAID_BY_THE_REASON = new Set(['permission prompt', 'input needed']);

/**
 * What a waiting session asks: its question or command, else the agent's own words for the wait.
 *
 * @param {Session} session
 * @returns {string | null}
 */
export function askOf(session) {
  if (session.status !== 'needs-you') return null;
  if (session.waitingText) return session.waitingText;
  const detail = session.waitingDetail ?? null;
  return detail === null || SAID_BY_THE_REASON.has(detail) ? null : detail;
}

/**
 * @param {Session} session
 * @returns {string | null}
 */
export function appWord(session) {
  return APP_WORDS.get(session.surface) ?? null;
}

/**
 * What a session's folder has checked out, with the word that goes between the two.
 *
 * @param {Session} session
 * @returns {{ joint: 'on' | 'at', name: string } | null}
 */
export function checkoutOf({ git }) {
  if (git?.branch) return { joint: 'on', name: git.branch };
  if (git?.commit) return { joint: 'at', name: git.commit };
  return null;
}

/**
 * The repository, where the folder's own name does not say it already: in a worktree.
 *
 * @param {Session} session
 * @returns {string | null}
 */
export function repositoryBeside({ git, project }) {
  const name = git?.repository?.name;
  return name && name !== project ? name : null;
}

const COLUMN_WORDS = new Map([
  ['needs-you', 'Needs you'],
  ['working', 'Working'],
  ['idle', 'Idle'],
  ['over', 'Finished or failed'],
  ['unknown', 'Unknown'],
]);

/** @param {string} column of the board */
export function columnWord(column) {
  return COLUMN_WORDS.get(column);
}

/**
 * A column with nothing in it; that none waits is said only of what can be seen.
 *
 * @param {string} column
 * @param {boolean} seesAll
 */
export function emptyColumnWord(column, seesAll) {
  return column === 'needs-you' && !seesAll ? 'None, as far as can be seen' : 'None';
}

/**
 * @param {number} count of sessions that were left running
 * @param {number} hours after which they are told
 */
export function leftRunningWords(count, hours) {
  return `${counted(count, 'session has', 'sessions have')} been idle for ${hoursWords(hours)} or more`;
}

/** @param {number} hours */
export function hoursWords(hours) {
  if (hours === 24) return 'a day';
  return hours % 24 === 0 ? `${hours / 24} days` : counted(hours, 'hour', 'hours');
}

/**
 * How many sessions a search found, and that not all are shown where that is so.
 *
 * @param {number} count
 * @param {number} shown
 */
export function foundWords(count, shown) {
  if (count === 0) return 'No session has all of these words';
  return count > shown ? `${count} sessions, the first ${shown} shown` : counted(count, 'session', 'sessions');
}

/**
 * A pull request in a row: its number, and what about it matters most.
 *
 * @param {PullRequest} pull
 * @returns {{ number: string, standing: string | null, fails: boolean }} #51 and "2 failing"
 */
export function pullWords({ number, state, checks }) {
  const isOver = state === 'merged' || state === 'closed';
  const parts = [state === 'open' ? null : state, isOver ? null : checksWord(checks)].filter((part) => part);
  return {
    number: `#${number}`,
    standing: parts.length === 0 ? null : parts.join(' · '),
    fails: !isOver && checks.failing > 0,
  };
}

/** @param {PullRequest['checks']} checks */
function checksWord({ failing, pending, passing }) {
  if (failing > 0) return `${failing} failing`;
  if (pending > 0) return `${pending} pending`;
  return passing > 0 ? 'checks pass' : null;
}

/**
 * Every count of a pull request's checks that is not nothing.
 *
 * @param {PullRequest['checks']} checks
 */
export function checksWords({ failing, pending, passing }) {
  const counts = [
    failing > 0 ? `${failing} failing` : '',
    pending > 0 ? `${pending} pending` : '',
    passing > 0 ? `${passing} passing` : '',
  ].filter((part) => part);
  return counts.length === 0 ? 'no checks' : `checks: ${counts.join(', ')}`;
}

/**
 * The address of a pull request, when it is one on github.com: no other is ever linked to.
 *
 * @param {PullRequest} pull
 * @returns {string | null}
 */
export function pullAddress({ url }) {
  return typeof url === 'string' && url.startsWith('https://github.com/') ? url : null;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
export function counted(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * "A", "A and B", "A, B and C".
 *
 * @param {string[]} names
 */
export function listed(names) {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/**
 * The one sentence at the top: true also of what cannot be seen.
 *
 * @param {Overview} overview
 * @param {{ phase: Phase, asOf: string }} seen
 * @returns {{ count: number, rest: string, calm: boolean }} `count` 0 has no figure of its own
 */
export function heroWords({ counts, problems }, { phase, asOf }) {
  const count = counts.needsYou;
  const past = phase !== 'live';
  if (count > 0) {
    const verb = count === 1 ? (past ? 'session needed' : 'session needs') : past ? 'sessions needed' : 'sessions need';
    return { count, rest: past ? `${verb} you at ${asOf}` : `${verb} you`, calm: false };
  }
  if (past) return { count, rest: `Nothing needed you at ${asOf}`, calm: false };
  if (problems.length > 0) return { count, rest: 'Nothing needs you, as far as can be seen', calm: false };
  return { count, rest: 'Nothing needs you', calm: true };
}

/**
 * What those who listen are told when the number changes.
 *
 * @param {number} count
 */
export function announcement(count) {
  return count === 0 ? 'No session needs you' : counted(count, 'session needs you', 'sessions need you');
}

/**
 * @param {number} count
 * @param {Phase} phase
 */
export function tabTitle(count, phase) {
  if (phase === 'stopped') return 'Agent Lookout has stopped';
  return count > 0 ? `(${count}) Agent Lookout` : 'Agent Lookout';
}

/** @param {Source[]} problems */
export function problemWords(problems) {
  return `${listed(problems.map((source) => source.label))} can’t be read`;
}

/** @param {string} state */
export function knownSourceState(state) {
  return SOURCE_WORDS.has(state) ? state : 'unknown';
}

/**
 * @param {string} state
 * @param {Phase} phase
 */
export function sourceStateWord(state, phase) {
  return SOURCE_WORDS.get(knownSourceState(state))?.[phase === 'live' ? 0 : 1];
}

/** @param {string} level */
export function knownLevel(level) {
  return LEVEL_WORDS.has(level) ? level : 'unknown';
}

/** @param {string} level */
export function levelWord(level) {
  return LEVEL_WORDS.get(knownLevel(level));
}

/**
 * "1 file was skipped: a.json has no status." Nothing when the source's own sentence names it.
 *
 * @param {Source} source
 */
export function skippedWords({ detail, measured }) {
  const first = measured?.firstSkipped;
  if (!first || detail.includes(first.name)) return null;
  const count = counted(measured?.filesSkipped ?? 1, 'file was skipped', 'files were skipped');
  return `${count}${measured?.filesSkipped === 1 ? ':' : ', the first because'} ${first.name} ${first.reason}.`;
}

/**
 * A number with its thousands apart: "12,048".
 *
 * @param {number} number
 */
export function grouped(number) {
  return number.toLocaleString('en-GB');
}
