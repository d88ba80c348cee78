import assert from 'node:assert/strict';
import test from 'node:test';
import {
  announcement,
  appWord,
  askOf,
  checkoutOf,
  checksWords,
  emptyColumnWord,
  foundWords,
  grouped,
  heroWords,
  knownLevel,
  knownStatus,
  leftRunningWords,
  levelWord,
  listed,
  problemWords,
  pullAddress,
  pullWords,
  reasonWord,
  repositoryBeside,
  skippedWords,
  sourceStateWord,
  statusWord,
  tabTitle,
} from '../../static/js/lib/words.js';

const overview = (needsYou, problems = []) => ({ counts: { needsYou }, problems });
const live = { phase: 'live', asOf: '14:04' };
const away = { phase: 'reconnecting', asOf: '14:04' };

test('the hero counts those that need you', () => {
  assert.equal(heroWords(overview(1), live).rest, 'session needs you');
  assert.equal(heroWords(overview(2), live).rest, 'sessions need you');
});

test('all is clear only when all is seen, and now', () => {
  assert.deepEqual(heroWords(overview(0), live), { count: 0, rest: 'Nothing needs you', calm: true });
  assert.equal(heroWords(overview(0, [{ label: 'Codex' }]), live).calm, false);
  assert.equal(heroWords(overview(0, [{ label: 'Codex' }]), live).rest, 'Nothing needs you, as far as can be seen');
  assert.equal(heroWords(overview(0), away).calm, false);
});

test('what is not live is told as past, with its time', () => {
  assert.equal(heroWords(overview(0), away).rest, 'Nothing needed you at 14:04');
  assert.equal(heroWords(overview(1), away).rest, 'session needed you at 14:04');
  assert.equal(heroWords(overview(3), away).rest, 'sessions needed you at 14:04');
});

test('the tab begins with the number that need you', () => {
  assert.equal(tabTitle(2, 'live'), '(2) Agent Lookout');
  assert.equal(tabTitle(0, 'live'), 'Agent Lookout');
  assert.equal(tabTitle(2, 'stopped'), 'Agent Lookout has stopped');
});

test('each reason has its words, and one not known has the plain ones', () => {
  assert.equal(reasonWord({ waitingReason: 'permission' }), 'Waiting for permission');
  assert.equal(reasonWord({ waitingReason: 'question' }), 'Asked you a question');
  assert.equal(reasonWord({ waitingReason: 'other' }), 'Waiting for you');
  assert.equal(reasonWord({ waitingReason: 'toString' }), 'Waiting for you');
  assert.equal(reasonWord({}), 'Waiting for you');
});

test('what is asked is the question, else the agent’s words for the wait, and only while it waits', () => {
  assert.equal(askOf({ status: 'needs-you', waitingText: 'Run: ls', waitingDetail: 'x' }), 'Run: ls');
  assert.equal(askOf({ status: 'needs-you', waitingDetail: 'dialog open' }), 'dialog open');
  assert.equal(askOf({ status: 'needs-you', waitingDetail: 'permission prompt' }), null);
  assert.equal(askOf({ status: 'needs-you' }), null);
  assert.equal(askOf({ status: 'idle', waitingText: 'Run: ls' }), null);
});

test('a status of a later server is one that is not known', () => {
  assert.equal(statusWord('needs-you'), 'Needs you');
  assert.equal(statusWord('constructor'), 'Unknown');
  assert.equal(knownStatus('paused'), 'unknown');
});

test('an app that is not known has no name', () => {
  assert.equal(appWord({ surface: 'vscode' }), 'VS Code');
  assert.equal(appWord({ surface: 'unknown' }), null);
});

test('a folder is on a branch, or at a commit, or in no repository', () => {
  assert.deepEqual(checkoutOf({ git: { branch: 'main' } }), { joint: 'on', name: 'main' });
  assert.deepEqual(checkoutOf({ git: { commit: '1a2b3c4' } }), { joint: 'at', name: '1a2b3c4' });
  assert.equal(checkoutOf({ git: {} }), null);
  assert.equal(checkoutOf({}), null);
});

test('a repository is named beside a folder that does not say it', () => {
  const git = { repository: { id: 'r', name: 'storefront' } };
  assert.equal(repositoryBeside({ git, project: 'storefront-checkout' }), 'storefront');
  assert.equal(repositoryBeside({ git, project: 'storefront' }), null);
  assert.equal(repositoryBeside({ project: 'storefront' }), null);
});

test('that none waits is said only of what can be seen', () => {
  assert.equal(emptyColumnWord('needs-you', true), 'None');
  assert.equal(emptyColumnWord('needs-you', false), 'None, as far as can be seen');
  assert.equal(emptyColumnWord('idle', false), 'None');
});

test('sessions left running are counted in a sentence', () => {
  assert.equal(leftRunningWords(1, 24), '1 session has been idle for a day or more');
  assert.equal(leftRunningWords(3, 48), '3 sessions have been idle for 2 days or more');
  assert.equal(leftRunningWords(3, 36), '3 sessions have been idle for 36 hours or more');
  assert.equal(leftRunningWords(1, 1), '1 session has been idle for 1 hour or more');
});

test('a search says how many it found, and when it does not show them all', () => {
  assert.equal(foundWords(0, 0), 'No session has all of these words');
  assert.equal(foundWords(1, 1), '1 session');
  assert.equal(foundWords(12, 12), '12 sessions');
  assert.equal(foundWords(500, 50), '500 sessions, the first 50 shown');
});

const pull = (state, [failing, pending, passing] = [0, 0, 0]) => ({
  number: 51,
  state,
  checks: { failing, pending, passing },
});

test('a row says of a pull request what matters most, and of one that is over only that', () => {
  const said = (...args) => {
    const { number, standing, fails } = pullWords(pull(...args));
    return [number, standing, fails];
  };
  assert.deepEqual(said('open', [2, 1, 4]), ['#51', '2 failing', true]);
  assert.deepEqual(said('open', [0, 1, 4]), ['#51', '1 pending', false]);
  assert.deepEqual(said('open', [0, 0, 4]), ['#51', 'checks pass', false]);
  assert.deepEqual(said('open'), ['#51', null, false]);
  assert.deepEqual(said('draft', [1, 0, 0]), ['#51', 'draft · 1 failing', true]);
  assert.deepEqual(said('merged', [1, 0, 0]), ['#51', 'merged', false]);
});

test('details count every kind of check there is', () => {
  assert.equal(checksWords({ failing: 2, pending: 0, passing: 4 }), 'checks: 2 failing, 4 passing');
  assert.equal(checksWords({ failing: 0, pending: 0, passing: 0 }), 'no checks');
});

test('only github.com is linked to', () => {
  const url = 'https://github.com/example-org/storefront/pull/51';
  assert.equal(pullAddress({ url }), url);
  for (const other of ['javascript:alert(1)', 'http://github.com/a', 'https://github.com.evil.example/', undefined]) {
    assert.equal(pullAddress({ url: other }), null);
  }
});

test('names are listed as a person would', () => {
  assert.equal(listed([]), '');
  assert.equal(listed(['A']), 'A');
  assert.equal(listed(['A', 'B', 'C']), 'A, B and C');
  assert.equal(problemWords([{ label: 'Codex' }]), 'Codex can’t be read');
});

test('the number that need you is announced in a sentence', () => {
  assert.equal(announcement(0), 'No session needs you');
  assert.equal(announcement(1), '1 session needs you');
  assert.equal(announcement(2), '2 sessions need you');
});

test('how a source is read has a word for now and one for what is past', () => {
  assert.equal(sourceStateWord('ok', 'live'), 'Reading');
  assert.equal(sourceStateWord('ok', 'reconnecting'), 'Was reading');
  assert.equal(sourceStateWord('not-set-up', 'stopped'), 'Was not set up');
  assert.equal(sourceStateWord('toString', 'live'), 'Not known');
});

test('a level of a later server is one that is not known', () => {
  assert.equal(levelWord('partly'), 'Partly');
  assert.equal(knownLevel('mostly'), 'unknown');
  assert.equal(levelWord('constructor'), 'Not known');
});

test('a skipped file is named, unless the source’s own sentence does so', () => {
  const firstSkipped = { name: 'a.json', reason: 'has no status' };
  const words = (filesSkipped, detail = '') => skippedWords({ detail, measured: { filesSkipped, firstSkipped } });
  assert.equal(words(1), '1 file was skipped: a.json has no status.');
  assert.equal(words(1_200), '1200 files were skipped, the first because a.json has no status.');
  assert.equal(words(1, '2 read, 1 skipped: a.json has no status.'), null);
  assert.equal(skippedWords({ detail: '' }), null);
});

test('a large number has its thousands apart', () => {
  assert.equal(grouped(999), '999');
  assert.equal(grouped(1_234_567), '1,234,567');
});
