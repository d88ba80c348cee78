import assert from 'node:assert/strict';
import test from 'node:test';
import { Gap, receive } from '../../static/js/lib/known.js';

const session = (id, more = {}) => ({ id, source: 's', surface: 'terminal', name: id, status: 'idle', ...more });
const snapshotOf = (...sessions) => ({
  type: 'snapshot',
  revision: 7,
  snapshot: { generatedAt: 1000, sources: [{ id: 's', label: 'S', state: 'ok', detail: '' }], sessions },
});
const diff = (patch, base = 7) => ({ type: 'diff', base, revision: 8, patch: { generatedAt: 2000, ...patch } });

const known = receive(null, snapshotOf(session('a'), session('b')));

test('a snapshot is everything there is, in its order', () => {
  assert.deepEqual(known.order, ['a', 'b']);
  assert.equal(known.revision, 7);
  assert.equal(known.sources.get('s').label, 'S');
});

test('a diff changes the fields it names and takes away those that are null', () => {
  const before = receive(null, snapshotOf(session('a', { status: 'working', pid: 4 }), session('b')));
  const after = receive(before, diff({ sessions: { a: { status: 'idle', pid: null } } }));
  assert.equal(after.sessions.get('a').status, 'idle');
  assert.ok(!('pid' in after.sessions.get('a')));
  assert.equal(after.revision, 8);
});

test('a session that did not change stays the same object', () => {
  const after = receive(known, diff({ sessions: { a: { name: 'new' } } }));
  assert.equal(after.sessions.get('b'), known.sessions.get('b'));
  assert.notEqual(after.sessions.get('a'), known.sessions.get('a'));
});

test('a snapshot after a reconnect keeps the objects that are equal', () => {
  const after = receive(known, snapshotOf(session('a'), session('b', { name: 'new' })));
  assert.equal(after.sessions.get('a'), known.sessions.get('a'));
  assert.equal(after.sessions.get('b').name, 'new');
});

test('sessions come and go with the order that says where they stand', () => {
  const after = receive(known, diff({ sessions: { c: session('c'), a: null }, order: ['c', 'b'] }));
  assert.deepEqual(after.order, ['c', 'b']);
  assert.deepEqual([...after.sessions.keys()].sort(), ['b', 'c']);
});

test('sources change by their own map', () => {
  const after = receive(known, diff({ sources: { s: { state: 'error' }, t: { id: 't', label: 'T' } } }));
  assert.equal(after.sources.get('s').state, 'error');
  assert.equal(after.sources.get('t').label, 'T');
});

test('the rules come whole, and stay the same object until one changes', () => {
  const rules = { reminder: { on: true, minutes: 10 } };
  const first = receive(null, {
    ...snapshotOf(),
    snapshot: { ...snapshotOf().snapshot, timeRules: rules, quiet: true },
  });
  assert.deepEqual([first.timeRules, first.quiet], [rules, true]);
  const same = receive(first, diff({ sources: {} }));
  assert.equal(same.timeRules, first.timeRules);
  assert.equal(same.quiet, true);
  const again = structuredClone(rules);
  const reconnected = receive(same, {
    ...snapshotOf(),
    snapshot: { ...snapshotOf().snapshot, timeRules: again, quiet: true },
  });
  assert.equal(reconnected.timeRules, first.timeRules);
  const changed = receive(first, diff({ timeRules: { reminder: { on: false, minutes: 10 } }, quiet: false }));
  assert.deepEqual([changed.timeRules.reminder.on, changed.quiet], [false, false]);
});

test('a server that tells no rules has none', () => {
  assert.deepEqual([known.timeRules, known.quiet], [null, false]);
});

test('a tick of our revision changes nothing', () => {
  assert.equal(receive(known, { type: 'tick', revision: 7, generatedAt: 3000 }), known);
});

test('what does not fit asks for a whole snapshot', () => {
  const misfits = [
    diff({}, 6),
    { type: 'tick', revision: 9, generatedAt: 0 },
    diff({ sessions: { a: null } }),
    diff({ sessions: { c: session('c') } }),
    diff({ order: ['a', 'x'] }),
    { type: 'snapshot', revision: 1, snapshot: {} },
  ];
  for (const message of misfits) assert.throws(() => receive(known, message), Gap);
  assert.throws(() => receive(null, diff({})), Gap);
});

test('a message of a later server is passed over', () => {
  assert.equal(receive(known, { type: 'weather' }), known);
});
