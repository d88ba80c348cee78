import assert from 'node:assert/strict';
import test from 'node:test';
import {
  announcement,
  appWord,
  askOf,
  checkoutOf,
  checksWords,
  heroWords,
  knownStatus,
  listed,
  problemWords,
  pullAddress,
  pullWords,
  reasonWord,
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

const pull = (state, [failing, pending, passing] = [0, 0, 0]) => ({
  number: 51,
  state,
  checks: { failing, pending, passing },
});

test('a row says of a pull request what matters most, and of one that is over only that', () => {
  assert.deepEqual(pullWords(pull('open', [2, 1, 4])), { name: '#51', standing: '2 failing', fails: true });
  assert.deepEqual(pullWords(pull('open', [0, 1, 4])), { name: '#51', standing: '1 pending', fails: false });
  assert.deepEqual(pullWords(pull('open', [0, 0, 4])), { name: '#51', standing: 'checks pass', fails: false });
  assert.deepEqual(pullWords(pull('open')), { name: '#51', standing: null, fails: false });
  assert.deepEqual(pullWords(pull('draft', [1, 0, 0])), { name: '#51 draft', standing: '1 failing', fails: true });
  assert.deepEqual(pullWords(pull('merged', [1, 0, 0])), { name: '#51 merged', standing: null, fails: false });
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
