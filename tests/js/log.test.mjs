import assert from 'node:assert/strict';
import test from 'node:test';
import { breaksOf, linesOf } from '../../static/js/lib/log.js';

const M = 60_000;
const event = (at) => ({ id: `e${at}`, at });
const ids = (lines) => lines.map(({ id }) => id);

test('the line of what is new stands between what came after and what came before', () => {
  assert.deepEqual(ids(linesOf([event(30), event(20), event(10)], [], 20)), ['e30', 'new', 'e20', 'e10']);
});

test('it stands last when all is new, and first when nothing is', () => {
  assert.deepEqual(ids(linesOf([event(30)], [], 5)), ['e30', 'new']);
  assert.deepEqual(ids(linesOf([event(30)], [], 40)), ['new', 'e30']);
});

test('breaks stand where they ended', () => {
  const lines = linesOf(
    [event(30), event(10)],
    [
      { at: 20, from: 12 },
      { at: 5, from: null },
    ],
    null,
  );
  assert.deepEqual(ids(lines), ['e30', 'break 20', 'e10', 'break 5']);
});

test('a restart is one break, not two, and a sleep is one too', () => {
  const breaks = breaksOf(
    [{ at: 5 * M + 500, lastAt: 2 * M }],
    [
      { from: 2 * M, to: 5 * M + 900 },
      { from: 7 * M, to: 9 * M },
    ],
  );
  assert.deepEqual(breaks, [
    { at: 5 * M + 500, from: 2 * M },
    { at: 9 * M, from: 7 * M },
  ]);
});

test('a break of seconds is not worth a line', () => {
  assert.deepEqual(breaksOf([], [{ from: 0, to: 20_000 }]), []);
});
