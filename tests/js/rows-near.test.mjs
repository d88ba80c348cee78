import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnAmong, FEW, pitchOf, rangeNear, runsOf } from '../../static/js/lib/rows-near.js';

const RANGE = { start: 100, end: 120 };
const SEEN = { top: 0, bottom: 400 };

/** Rows of 40, after one another from a height on. */
function rowsFrom(top, count) {
  return Array.from({ length: count }, (_, index) => ({
    top: top + index * 40,
    bottom: top + index * 40 + 40,
    count: 1,
  }));
}

/** The places that are drawn. */
function drawn(count, range, kept) {
  const isDrawn = drawnAmong(count, range, kept);
  return Array.from({ length: count }, (_, index) => index).filter(isDrawn);
}

test('few rows are all drawn', () => {
  assert.equal(drawn(FEW, { start: 0, end: 4 }, -1).length, FEW);
});

test('of many, those in range are drawn, the first, and the last', () => {
  const places = drawn(500, RANGE, -1);
  assert.deepEqual(places.slice(0, 3), [0, 100, 101]);
  assert.deepEqual(places.slice(-2), [119, 499]);
  assert.equal(places.length, 22);
});

test('one is kept, with those beside it', () => {
  assert.deepEqual(drawn(500, RANGE, 300).slice(-4), [299, 300, 301, 499]);
});

test('runs tell what is drawn from what is not', () => {
  assert.deepEqual(runsOf(500, drawnAmong(500, RANGE, 300)), [
    { start: 0, end: 1, isDrawn: true },
    { start: 1, end: 100, isDrawn: false },
    { start: 100, end: 120, isDrawn: true },
    { start: 120, end: 299, isDrawn: false },
    { start: 299, end: 302, isDrawn: true },
    { start: 302, end: 499, isDrawn: false },
    { start: 499, end: 500, isDrawn: true },
  ]);
  assert.deepEqual(
    runsOf(0, () => true),
    [],
  );
});

test('what is near is found among drawn rows', () => {
  // From 100 above what is seen to 100 below it.
  assert.deepEqual(rangeNear(rowsFrom(-400, 100), SEEN), { start: 4, end: 24 });
});

test('what is near is found within the room of others', () => {
  const room = { top: -4000, bottom: 8000, count: 300 };
  assert.deepEqual(rangeNear([...rowsFrom(-4040, 1), room, ...rowsFrom(8000, 1)], SEEN), { start: 96, end: 116 });
});

test('rows that are all above or below what is seen have one end near it', () => {
  assert.deepEqual(rangeNear(rowsFrom(5000, 100), SEEN), { start: 0, end: 4 });
  assert.deepEqual(rangeNear(rowsFrom(-9000, 100), SEEN), { start: 100, end: 104 });
});

test('the pitch is the mean of steps between drawn rows', () => {
  const room = { top: 80, bottom: 8000, count: 100 };
  const later = { top: 8060, bottom: 8100, count: 1 };
  assert.equal(pitchOf([...rowsFrom(0, 2), room, { top: 8000, bottom: 8060, count: 1 }, later]), 50);
  assert.equal(pitchOf([room]), null);
});
