import assert from 'node:assert/strict';
import test from 'node:test';
import { moved } from '../../static/js/lib/roving.js';

const press = (key, more = {}) => ({ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...more });
const from = { row: 1, column: 1 };
const lengths = [2, 3, 1];

test('left and right stay in their row and stop at its ends', () => {
  assert.deepEqual(moved(press('ArrowRight'), from, lengths), { row: 1, column: 2 });
  assert.deepEqual(moved(press('ArrowRight'), { row: 1, column: 2 }, lengths), { row: 1, column: 2 });
  assert.deepEqual(moved(press('ArrowLeft'), { row: 1, column: 0 }, lengths), { row: 1, column: 0 });
});

test('up and down lead to the nearest of the next row', () => {
  assert.deepEqual(moved(press('ArrowDown'), from, lengths), { row: 2, column: 0 });
  assert.deepEqual(
    moved(press('ArrowUp'), from, lengths, () => 0),
    { row: 0, column: 0 },
  );
  assert.deepEqual(moved(press('ArrowUp'), { row: 0, column: 1 }, lengths), { row: 0, column: 1 });
});

test('Home and End lead to the ends of the row, with Ctrl to those of all', () => {
  assert.deepEqual(moved(press('End'), from, lengths), { row: 1, column: 2 });
  assert.deepEqual(moved(press('Home', { ctrlKey: true }), from, lengths), { row: 0, column: 0 });
  assert.deepEqual(moved(press('End', { ctrlKey: true }), from, lengths), { row: 2, column: 0 });
});

test('other keys, and those with a meaning of the browser’s, are let be', () => {
  for (const event of [
    press('a'),
    press('Enter'),
    press('ArrowLeft', { altKey: true }),
    press('ArrowUp', { ctrlKey: true }),
  ]) {
    assert.equal(moved(event, from, lengths), null);
  }
});
