import assert from 'node:assert/strict';
import test from 'node:test';
import { LeftOff } from '../../static/js/lib/left-off.js';

const happened = (...times) => times.map((at) => ({ at }));

/** A browser whose clock moves only when told. */
function browser(kept = null) {
  const world = {
    kept,
    time: 100_000,
    read: () => world.kept,
    write: (at) => (world.kept = at),
    now: () => world.time,
  };
  return { world, open: () => new LeftOff(world) };
}

test('with the tab in front all the time nothing is marked', () => {
  const { open } = browser();
  const leftOff = open();
  leftOff.opened(true);
  assert.equal(leftOff.markIn(happened(100_500, 200_000)), null);
});

test('back at a tab that was hidden, what happened meanwhile is marked from where it was left', () => {
  const { world, open } = browser();
  const leftOff = open();
  leftOff.opened(true);
  leftOff.hidden(happened(1));
  world.time = 160_000;
  leftOff.shown();
  assert.equal(leftOff.markIn(happened(150_000, 90_000))?.since, 100_000);
});

test('when nothing happened while away, what happens afterwards is not marked', () => {
  const { world, open } = browser();
  const leftOff = open();
  leftOff.opened(true);
  leftOff.hidden([]);
  world.time = 160_000;
  leftOff.shown();
  assert.equal(leftOff.markIn(happened(170_000)), null);
});

test('opening the page again marks from when it was last closed', () => {
  const { open } = browser(40_000);
  const leftOff = open();
  leftOff.opened(true);
  assert.equal(leftOff.markIn(happened(50_000))?.since, 40_000);
});

test('going from view to view is not being away', () => {
  const { world, open } = browser();
  const first = open();
  first.opened(true);
  first.hidden([]);
  world.time += 300;
  const second = open();
  second.opened(true);
  assert.equal(second.markIn(happened(100_100)), null);
  world.time += 600_000;
  second.hidden(null);
  assert.equal(world.kept, 700_300);
});

test('the mark is gone once it was seen', () => {
  const { open } = browser(40_000);
  const leftOff = open();
  leftOff.opened(true);
  leftOff.seen();
  assert.equal(leftOff.markIn(happened(50_000)), null);
});

test('what was not seen yet stays marked when the person leaves again', () => {
  const { world, open } = browser(40_000);
  const leftOff = open();
  leftOff.opened(true);
  leftOff.hidden(happened(50_000));
  assert.equal(world.kept, 40_000);
  world.time = 300_000;
  leftOff.shown();
  assert.equal(leftOff.markIn(happened(250_000))?.since, 40_000);
});

test('a mark that stands for nothing does not hold back where the person leaves off', () => {
  const { world, open } = browser(40_000);
  const leftOff = open();
  leftOff.opened(true);
  leftOff.hidden(happened(30_000));
  assert.equal(world.kept, 100_000);
});

test('a view that knows no events keeps what is not seen yet', () => {
  const { world, open } = browser(40_000);
  const settings = open();
  settings.opened(true);
  settings.hidden(null);
  assert.equal(world.kept, 40_000);
});

test('a page opened behind another is come to when it is first shown', () => {
  const { world, open } = browser(40_000);
  const leftOff = open();
  leftOff.opened(false);
  world.time = 200_000;
  leftOff.shown();
  assert.equal(leftOff.markIn(happened(150_000))?.until, 200_000);
});
