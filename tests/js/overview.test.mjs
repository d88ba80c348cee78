import assert from 'node:assert/strict';
import test from 'node:test';
import { receive } from '../../static/js/lib/known.js';
import { agentOf, longestWaitFirst, overviewOf, staleHours } from '../../static/js/lib/overview.js';

const source = (id, state = 'ok') => ({ id, label: id.toUpperCase(), state, detail: '' });
const knownOf = (sessions, sources = [source('a')]) =>
  receive(null, { type: 'snapshot', revision: 1, snapshot: { generatedAt: 0, sources, sessions } });
const session = (id, status, more = {}) => ({ id, source: 'a', surface: 'unknown', name: id, status, ...more });

test('the longest wait comes first, and one of unknown length last', () => {
  const waits = [
    session('new', 'needs-you', { statusSince: 300 }),
    session('when', 'needs-you', { statusSince: null }),
    session('old', 'needs-you', { statusSince: 100 }),
    session('ever', 'needs-you'),
  ];
  assert.deepEqual(
    longestWaitFirst(waits).map((one) => one.id),
    ['old', 'new', 'when', 'ever'],
  );
});

test('every status is counted, and stale ones among the idle', () => {
  const { counts } = overviewOf(
    knownOf([
      session('1', 'needs-you'),
      session('2', 'working'),
      session('3', 'idle'),
      session('4', 'idle', { stale: true }),
      session('5', 'finished'),
      session('6', 'failed'),
      session('7', 'unknown'),
    ]),
  );
  assert.deepEqual(counts, { needsYou: 1, working: 1, idle: 2, finished: 1, failed: 1, unknown: 1, stale: 1, all: 7 });
});

test('a source that cannot be read is a problem; one that is not set up is none', () => {
  const states = ['ok', 'searching', 'not-set-up', 'unavailable', 'error'];
  const { problems } = overviewOf(
    knownOf(
      [],
      states.map((state) => source(state, state)),
    ),
  );
  assert.deepEqual(
    problems.map((one) => one.id),
    ['unavailable', 'error'],
  );
});

test('an agent is found by its own source, not by the folder for status files', () => {
  const found = (...sources) => overviewOf(knownOf([], sources)).agentFound;
  assert.equal(found(source('codex', 'ok')), true);
  assert.equal(found(source('codex', 'error')), true);
  assert.equal(found(source('codex', 'not-set-up'), source('status-files', 'ok')), false);
});

test('it is still looking until every source was read once', () => {
  assert.equal(overviewOf(knownOf([], [source('a'), source('b', 'searching')])).looking, true);
  assert.equal(overviewOf(knownOf([], [source('a')])).looking, false);
});

test('the agent is the session’s own, else its source’s name, else the source’s id', () => {
  const { sources } = knownOf([]);
  assert.equal(agentOf(session('1', 'idle', { agent: 'Mine' }), sources), 'Mine');
  assert.equal(agentOf(session('1', 'idle'), sources), 'A');
  assert.equal(agentOf(session('1', 'idle', { source: 'gone' }), sources), 'gone');
});

test('agents differ only when two sessions have two', () => {
  const two = [source('a'), source('b')];
  assert.equal(overviewOf(knownOf([session('1', 'idle'), session('2', 'idle')], two)).agentsDiffer, false);
  assert.equal(
    overviewOf(knownOf([session('1', 'idle'), session('2', 'idle', { source: 'b' })], two)).agentsDiffer,
    true,
  );
});

test('an overview is worked out once for what is known', () => {
  const known = knownOf([session('1', 'idle')]);
  assert.equal(overviewOf(known), overviewOf(known));
});

test('a session is stale after a day, or as the rule says while it is on', () => {
  assert.equal(staleHours(knownOf([])), 24);
  assert.equal(staleHours({ timeRules: { stale: { on: true, hours: 48 } } }), 48);
  assert.equal(staleHours({ timeRules: { stale: { on: false, hours: 48 } } }), 24);
});
