import assert from 'node:assert/strict';
import test from 'node:test';
import { ServerClock } from '../../static/js/lib/server-clock.js';

function clockAt(start) {
  const local = { now: start };
  return { local, clock: new ServerClock(() => local.now) };
}

test('the least delayed of the last messages is believed', () => {
  const { clock } = clockAt(10_000);
  clock.hear(9_000);
  clock.hear(14_900);
  clock.hear(12_000);
  assert.equal(clock.now(), 14_900);
});

test('a clock that was set is followed after a few messages', () => {
  const { clock } = clockAt(10_000);
  clock.hear(60_000);
  for (let i = 0; i < ServerClock.KEPT; i += 1) clock.hear(10_000);
  assert.equal(clock.now(), 10_000);
});

test('a frozen clock stands still and goes on from the present', () => {
  const { local, clock } = clockAt(0);
  clock.hear(0);
  clock.freeze();
  local.now = 5000;
  clock.freeze();
  assert.equal(clock.now(), 0);
  clock.thaw();
  assert.equal(clock.now(), 5000);
});
