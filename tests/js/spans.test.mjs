import assert from 'node:assert/strict';
import test from 'node:test';
import { rowsOf, spansOf } from '../../static/js/lib/spans.js';

const WINDOW = { from: 100, to: 200 };
const changed = (at, from, to) => ({
  id: `${at}`,
  at,
  sessionId: 'a',
  sessionName: 'a',
  kind: 'status-changed',
  from,
  to,
});
const appeared = (at, to) => ({ ...changed(at, undefined, to), kind: 'appeared' });
const ended = (at, from) => ({ ...changed(at, from, undefined), kind: 'ended' });
const row = (events, session = null) => ({ id: 'a', name: 'a', session, events });
const read = (events, session, gaps = []) =>
  spansOf(row(events, session), WINDOW, gaps).map(({ from, to, status }) => `${from}-${to} ${status}`);

test('a session without an event was all along what it is', () => {
  assert.deepEqual(read([], { status: 'idle', startedAt: 5 }), ['100-200 idle']);
});

test('but not before it started', () => {
  assert.deepEqual(read([], { status: 'idle', startedAt: 150 }), ['150-200 idle']);
});

test('each event begins a stretch, and the first tells what was before', () => {
  const events = [changed(120, 'idle', 'working'), changed(150, 'working', 'needs-you')];
  assert.deepEqual(read(events, { status: 'needs-you' }), ['100-120 idle', '120-150 working', '150-200 needs-you']);
});

test('events before the hour tell what it began with', () => {
  assert.deepEqual(read([changed(20, 'idle', 'working')], { status: 'working' }), ['100-200 working']);
});

test('a session is here from when it appeared to when it ended, and may come back', () => {
  const events = [appeared(110, 'working'), ended(130, 'working'), appeared(160, 'idle')];
  assert.deepEqual(read(events, { status: 'idle', startedAt: 110 }), ['110-130 working', '160-200 idle']);
  assert.deepEqual(read(events.slice(0, 2)), ['110-130 working']);
});

test('being stopped is no status; ending is told by an event of its own', () => {
  const stopped = { ...changed(140, 'idle'), kind: 'stopped' };
  assert.deepEqual(read([changed(120, 'working', 'idle'), stopped, ended(141, 'idle')]), [
    '100-120 working',
    '120-141 idle',
  ]);
});

test('a change that no event has told of yet is taken from the session', () => {
  const events = [changed(120, 'idle', 'working')];
  assert.deepEqual(read(events, { status: 'idle', statusSince: 190 }), [
    '100-120 idle',
    '120-190 working',
    '190-200 idle',
  ]);
});

test('time not measured is no status, and cuts what it lies in', () => {
  const gaps = [
    { from: 90, to: 110 },
    { from: 140, to: 160 },
  ];
  assert.deepEqual(read([], { status: 'working' }, gaps), [
    '100-110 null',
    '110-140 working',
    '140-160 null',
    '160-200 working',
  ]);
});

test('a restart: what changed while nobody watched is hatched up to when it was seen', () => {
  const events = [changed(160, 'working', 'idle')];
  assert.deepEqual(read(events, { status: 'idle' }, [{ from: 130, to: 160 }]), [
    '100-130 working',
    '130-160 null',
    '160-200 idle',
  ]);
});

test('two stretches of one status are one', () => {
  const events = [changed(120, 'idle', 'working'), changed(130, 'working', 'working')];
  assert.deepEqual(read(events, { status: 'working' }), ['100-120 idle', '120-200 working']);
});

test('rows are the sessions that are here in their order, then those that ended, the latest first', () => {
  const known = {
    order: ['b', 'a'],
    sessions: new Map([
      ['a', { name: 'A' }],
      ['b', { name: 'B' }],
    ]),
  };
  const past = {
    bySession: new Map([
      ['a', [changed(120)]],
      ['old', [ended(90)]],
      ['gone', [ended(120)]],
      ['left', [ended(150)]],
    ]),
  };
  assert.deepEqual(
    rowsOf(known, past, 100).map(({ id }) => id),
    ['b', 'a', 'left', 'gone'],
  );
});
