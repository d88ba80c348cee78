import assert from 'node:assert/strict';
import test from 'node:test';
import { keptWords, sizeWords } from '../../static/js/lib/kept-words.js';

test('a size is told in the unit that fits it', () => {
  assert.equal(sizeWords(0), '0 bytes');
  assert.equal(sizeWords(12_345), '12 kB');
  assert.equal(sizeWords(4_200_000), '4.2 MB');
});

test('it is said where the history is kept, or that it is not', () => {
  const kept = { on: true, folder: '~/.agent-lookout/history', bytes: 12_345, problem: null };
  assert.equal(keptWords(kept), 'In ~/.agent-lookout/history, 12 kB so far.');
  assert.match(keptWords({ ...kept, on: false }), /memory alone/);
});
