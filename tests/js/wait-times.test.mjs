import assert from 'node:assert/strict';
import test from 'node:test';
import { lanesOf, lastEnded, summedUp, waitsOf, waitsOfOne } from '../../static/js/lib/wait-times.js';

const event = (at, from, to, more) => ({
  id: `${at}`,
  at,
  sessionId: 'a',
  sessionName: 'a',
  kind: 'status-changed',
  from,
  to,
  ...more,
});
const waiting = { name: 'a', status: 'needs-you', statusSince: 50_000 };
const read = (waits) => waits.map(({ from, to }) => [from, to]);

test('a wait is from when a session needs the person to when it does no more', () => {
  const events = [event(10, 'working', 'needs-you'), event(30, 'needs-you', 'working'), event(40, 'working', 'idle')];
  assert.deepEqual(read(waitsOfOne('a', events, null, [])), [[10, 30]]);
});

test('one that began before what is known has no beginning', () => {
  assert.deepEqual(read(waitsOfOne('a', [event(30, 'needs-you', 'idle')], null, [])), [[null, 30]]);
});

test('one that goes on has no end, and began when the agent says', () => {
  assert.deepEqual(read(waitsOfOne('a', [event(51_000, 'idle', 'needs-you')], waiting, [])), [[50_000, null]]);
});

test('an answer and the next question are two waits', () => {
  const events = [
    event(10, 'working', 'needs-you'),
    event(20, 'needs-you', 'working'),
    event(20, 'working', 'needs-you'),
  ];
  assert.deepEqual(read(waitsOfOne('a', events, { ...waiting, statusSince: 20 }, [])), [
    [10, 20],
    [20, null],
  ]);
});

test('a session that ended waits no more', () => {
  const events = [event(10, 'idle', 'needs-you'), event(25, 'needs-you', undefined, { kind: 'ended' })];
  assert.deepEqual(read(waitsOfOne('a', events, null, [])), [[10, 25]]);
});

test('a wait whose end nobody saw ended when it was last seen', () => {
  const events = [event(10_000, 'idle', 'needs-you'), event(90_500, 'needs-you', 'idle')];
  assert.deepEqual(read(waitsOfOne('a', events, null, [{ from: 30_000, to: 90_000 }])), [[10_000, 30_000]]);
});

test('only waits that reach into the hour count, the oldest first', () => {
  const known = { order: ['b'], sessions: new Map([['b', { ...waiting, name: 'b', statusSince: 5 }]]) };
  const past = {
    bySession: new Map([
      [
        'a',
        [
          event(10, 'idle', 'needs-you'),
          event(20, 'needs-you', 'idle'),
          event(60, 'idle', 'needs-you'),
          event(70, 'needs-you', 'idle'),
        ],
      ],
    ]),
  };
  assert.deepEqual(
    waitsOf(known, past, 50, []).map(({ sessionId, from }) => [sessionId, from]),
    [
      ['b', 5],
      ['a', 60],
    ],
  );
});

test('the last wait is the one that ended last', () => {
  const wait = (from, to) => ({ sessionId: 'a', name: 'a', from, to });
  assert.deepEqual(lastEnded([wait(1, 40), wait(5, 30), wait(9, null)], 0), wait(1, 40));
  assert.equal(lastEnded([wait(1, 40)], 50), null);
});

test('waits share a lane when none lies over another', () => {
  const wait = (from, to) => ({ sessionId: 'a', name: 'a', from, to });
  const lanes = lanesOf([wait(0, 10), wait(5, 8), wait(12, null), wait(20, 30)], 2);
  assert.deepEqual(lanes.map(read), [
    [
      [0, 10],
      [12, null],
    ],
    [
      [5, 8],
      [20, 30],
    ],
  ]);
});

test('sums count every wait, and add those whose length is known', () => {
  const waits = [
    { from: null, to: 5 },
    { from: 10, to: 30 },
    { from: 40, to: null },
  ];
  assert.deepEqual(summedUp(waits, 100), { count: 3, totalMs: 80, longestMs: 60 });
});
