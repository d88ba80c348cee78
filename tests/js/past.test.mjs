import assert from 'node:assert/strict';
import test from 'node:test';
import {
  LONGEST_MS,
  MOST_EVENTS,
  NOTHING_YET,
  withAnswer,
  withHistory,
  withNews,
  withPoint,
  withWaits,
} from '../../static/js/lib/past.js';

const event = (at, sessionId = 'a', more = {}) => ({
  id: `${sessionId}-${at}`,
  at,
  sessionId,
  sessionName: sessionId,
  kind: 'status-changed',
  from: 'idle',
  to: 'working',
  severity: 'advisory',
  ...more,
});
const point = (at) => ({ at, waiting: 0, working: 1, idle: 0, total: 1 });
const ids = ({ events }) => events.map(({ id }) => id);

test('what was before the history was cleared is gone, also when nothing happened since', () => {
  const before = withAnswer(NOTHING_YET, [event(30), event(10)], null);
  assert.deepEqual(ids(withAnswer(before, [], { at: 20, by: 'cleared' })), ['a-30']);
  assert.deepEqual(ids(withAnswer(before, [], { at: 40, by: 'cleared' })), []);
  assert.deepEqual(ids(withAnswer(before, [], { at: 40, by: 'started' })), ['a-30', 'a-10']);
});

test('news come before what is known, each once', () => {
  const asked = withAnswer(NOTHING_YET, [event(20), event(10)], null);
  const past = withNews(asked, [event(20), event(30), event(40)]);
  assert.deepEqual(ids(past), ['a-40', 'a-30', 'a-20', 'a-10']);
});

test('news before the first answer wait for it', () => {
  assert.equal(withNews(NOTHING_YET, [event(1)]), NOTHING_YET);
});

test('no news leave all as it is', () => {
  const past = withAnswer(NOTHING_YET, [event(1)], null);
  assert.equal(withNews(past, []), past);
});

test('an answer says all there is: what it does not hold is gone, but for what came since', () => {
  const before = withAnswer(NOTHING_YET, [event(30), event(10)], null);
  assert.deepEqual(ids(withAnswer(before, [event(20)], null)), ['a-30', 'a-20']);
});

test('a full answer leaves open what was before it', () => {
  const full = Array.from({ length: 200 }, (_, index) => event(1000 - index));
  assert.equal(withAnswer(NOTHING_YET, full, null).eventsFrom, 801);
  assert.equal(withAnswer(NOTHING_YET, full.slice(1), null).eventsFrom, Number.NEGATIVE_INFINITY);
});

test('the oldest go when there are too many, and what was before the rest is not known then', () => {
  const past = withNews(
    withAnswer(NOTHING_YET, [event(1)], null),
    Array.from({ length: MOST_EVENTS }, (_, index) => event(index + 2)),
  );
  assert.equal(past.events.length, MOST_EVENTS);
  assert.equal(past.eventsFrom, 2);
});

test('a kind that this page does not know is passed over', () => {
  assert.deepEqual(ids(withAnswer(NOTHING_YET, [event(2, 'a', { kind: 'praised' }), event(1)], null)), ['a-1']);
});

test('a session about which nothing was said keeps its list', () => {
  const before = withAnswer(NOTHING_YET, [event(2, 'b'), event(1, 'a')], null);
  const after = withNews(before, [event(3, 'b')]);
  assert.equal(after.bySession.get('a'), before.bySession.get('a'));
  assert.deepEqual(
    after.bySession.get('b').map(({ at }) => at),
    [2, 3],
  );
});

test('news that only now come in are put where they belong', () => {
  const past = withNews(withAnswer(NOTHING_YET, [event(40), event(20), event(10)], null), [event(30, 'b'), event(50)]);
  assert.deepEqual(ids(past), ['a-50', 'a-40', 'b-30', 'a-20', 'a-10']);
  assert.deepEqual(
    past.bySession.get('a').map(({ at }) => at),
    [10, 20, 40, 50],
  );
});

test('a session loses what of it is let go, and its list with the last', () => {
  const full = withNews(
    withAnswer(NOTHING_YET, [event(3, 'b'), event(2, 'b'), event(1, 'c')], null),
    Array.from({ length: MOST_EVENTS - 2 }, (_, index) => event(index + 4)),
  );
  assert.deepEqual(
    full.bySession.get('b').map(({ at }) => at),
    [2, 3],
  );
  assert.equal(full.bySession.has('c'), false);
  const next = withNews(full, [event(2000)]);
  assert.deepEqual(
    next.bySession.get('b').map(({ at }) => at),
    [3],
  );
});

test('of news, a kind that this page does not know is passed over, and one told twice counts once', () => {
  const past = withNews(withAnswer(NOTHING_YET, [event(1)], null), [
    event(2, 'b', { kind: 'praised' }),
    event(2),
    event(2),
  ]);
  assert.deepEqual(ids(past), ['a-2', 'a-1']);
  assert.equal(past.bySession.has('b'), false);
});

test('points join on to those of the answer, and none goes back in time', () => {
  const past = withPoint(withPoint(NOTHING_YET, point(100)), point(100));
  assert.equal(past.points.length, 1);
  const history = { points: [point(50), point(90)], restarts: [], since: { at: 0, by: 'started' }, startedAt: 0 };
  assert.deepEqual(
    withHistory(past, history, 40).points.map(({ at }) => at),
    [50, 90, 100],
  );
});

test('points too old for any chart are let go', () => {
  const past = withPoint(withPoint(NOTHING_YET, point(1)), point(2 * LONGEST_MS));
  assert.deepEqual(
    past.points.map(({ at }) => at),
    [2 * LONGEST_MS],
  );
});

test('the same sums of waits change nothing', () => {
  const past = withWaits(NOTHING_YET, { at: 1 });
  assert.equal(withWaits(past, { at: 1 }), past);
});
