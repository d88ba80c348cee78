import assert from 'node:assert/strict';
import test from 'node:test';
import {
  averageWord,
  breakWords,
  chartSummary,
  columnWords,
  endedWaitWords,
  eventWords,
  markOf,
  ownWaitsWords,
  severityWord,
  spanWords,
  waitWords,
} from '../../static/js/lib/past-words.js';

process.env.TZ = 'UTC';
const M = 60_000;
const NOON = Date.UTC(2026, 10, 30, 12);
const NOW = NOON + 30 * M;

test('every event is told in words', () => {
  const words = (kind, from, to) => eventWords({ kind, from, to });
  assert.equal(words('appeared', undefined, 'working'), 'appeared, working');
  assert.equal(words('appeared', undefined, 'needs-you'), 'appeared, needs you');
  assert.equal(words('status-changed', 'idle', 'working'), 'started working');
  assert.equal(words('status-changed', 'needs-you', 'working'), 'went on working');
  assert.equal(words('status-changed', 'working', 'needs-you'), 'needs you');
  assert.equal(words('status-changed', 'working', 'failed'), 'failed');
  assert.equal(words('status-changed', 'working', 'toString'), 'has a status that is not known');
  assert.equal(words('ended', 'idle'), 'ended');
  assert.equal(words('stopped', 'idle'), 'was stopped from here');
});

test('what is gone has a mark of its own, and only what matters a severity', () => {
  assert.equal(markOf({ kind: 'ended', from: 'idle' }), 'gone');
  assert.equal(markOf({ kind: 'appeared', to: 'idle' }), 'idle');
  assert.deepEqual(['advisory', 'warning', 'critical', 'toString'].map(severityWord), [
    null,
    'Warning',
    'Critical',
    null,
  ]);
});

test('a break says from when to when, and one of seconds only when it ended', () => {
  assert.equal(breakWords({ at: NOON + 15 * M, from: NOON }, NOW), 'Not watching from 12:00 to 12:15');
  assert.equal(breakWords({ at: NOON, from: NOON - 4000 }, NOW), 'Started watching at 12:00');
  assert.equal(breakWords({ at: NOON, from: null }, NOW), 'Started watching at 12:00');
});

test('a wait says who, how long and when', () => {
  const wait = { name: 'checkout-flow', from: NOON, to: NOON + 190_000 };
  assert.equal(waitWords(wait, NOW), 'checkout-flow waited 3m 10s, 12:00 to 12:03');
  assert.equal(waitWords({ ...wait, from: null }, NOW), 'checkout-flow waited, until 12:03');
  assert.equal(waitWords({ ...wait, to: null }, NOW), 'checkout-flow is waiting, 30m 00s since 12:00');
  assert.equal(endedWaitWords(wait, NOW), 'waited 3m 10s, ended 12:03');
});

test('averages have a figure after the point only where it says more', () => {
  assert.deepEqual([0, 2, 0.44, 0.01, 2.96].map(averageWord), ['0', '2', '0.4', 'under 0.1', '3']);
});

test('a column says its numbers, and what of it was not measured', () => {
  const column = { from: NOON, to: NOON + 5 * M, counts: { waiting: 0.4, working: 2, idle: 3 }, unmeasured: [] };
  assert.equal(columnWords(column, NOW), '12:00 to 12:05: 0.4 waiting, 2 working, 3 idle');
  assert.equal(
    columnWords({ ...column, unmeasured: [{ from: NOON, to: NOON + 2 * M }] }, NOW),
    '12:00 to 12:05: 0.4 waiting, 2 working, 3 idle, 2m not measured',
  );
  assert.equal(columnWords({ ...column, counts: null }, NOW), '12:00 to 12:05: not measured');
});

test('a stretch of the Timeline says its status, and of one that goes on only since when', () => {
  assert.equal(
    spanWords({ from: NOON, to: NOON + 64_000, status: 'working' }, NOW, false),
    'Working 1m 04s, 12:00:00 to 12:01:04',
  );
  assert.equal(spanWords({ from: NOON, to: NOW, status: 'needs-you' }, NOW, true), 'Needs you since 12:00:00');
  assert.equal(
    spanWords({ from: NOON, to: NOON + M, status: null }, NOW, false),
    'Not measured 1m 00s, 12:00:00 to 12:01:00',
  );
});

test('a session’s waits are counted since what is known', () => {
  assert.equal(ownWaitsWords({ count: 0, totalMs: 0, longestMs: 0 }, NOON, NOW), 'Has not waited for you since 12:00.');
  assert.equal(
    ownWaitsWords({ count: 1, totalMs: M, longestMs: M }, NOON, NOW),
    'Waited for you once since 12:00: 1m 00s.',
  );
  assert.equal(
    ownWaitsWords({ count: 3, totalMs: 5 * M, longestMs: 3 * M }, NOON, NOW),
    'Waited for you 3 times since 12:00: 5m 00s in all, longest 3m 00s.',
  );
});

test('a chart is summed up', () => {
  assert.equal(chartSummary([{ counts: null }]), 'Nothing was measured.');
  assert.equal(
    chartSummary([{ counts: { waiting: 0, working: 2, idle: 1 } }, { counts: { waiting: 1, working: 1, idle: 0 } }]),
    'At most 1 waiting, 2 working and 1 idle.',
  );
});
