import assert from 'node:assert/strict';
import test from 'node:test';
import { exactly, momentWords, quietWords, roughly } from '../../static/js/lib/times.js';

const M = 60_000;
const H = 60 * M;
const D = 24 * H;

test('a length is read to the second below an hour', () => {
  assert.equal(exactly(0), '0s');
  assert.equal(exactly(48_999), '48s');
  assert.equal(exactly(4 * M + 2000), '4m 02s');
  assert.equal(exactly(H - 1), '59m 59s');
  assert.equal(exactly(2 * H + 5 * M + 59_000), '2h 05m');
  assert.equal(exactly(3 * D + 4 * H + 59 * M), '3d 4h');
});

test('a length is read to the minute where seconds do not matter', () => {
  assert.equal(roughly(59_999), 'under 1m');
  assert.equal(roughly(34 * M + 59_000), '34m');
  assert.equal(roughly(24 * H), '1d 0h');
});

test('a moment yet to come is no negative length', () => {
  assert.equal(exactly(-5000), '0s');
  assert.equal(roughly(-5000), 'under 1m');
});

test('quiet is said from five minutes on', () => {
  assert.equal(quietWords(0, 5 * M - 1), null);
  assert.equal(quietWords(0, 5 * M), 'quiet for 5m');
  assert.equal(quietWords(0, 12 * M + 30_000), 'quiet for 12m');
  assert.equal(quietWords(10 * M, 0), null);
});

test('a moment has as much of its date as it takes', () => {
  const zone = 'Europe/Berlin';
  const now = Date.UTC(2026, 10, 30, 13, 5);
  assert.equal(momentWords(Date.UTC(2026, 10, 30, 13, 1), now, { zone }), '14:01');
  assert.equal(momentWords(Date.UTC(2026, 10, 30, 13, 1, 7), now, { zone, seconds: true }), '14:01:07');
  assert.equal(momentWords(Date.UTC(2026, 10, 29, 22, 59), now, { zone }), 'Sun 23:59');
  assert.equal(momentWords(Date.UTC(2026, 10, 3, 13, 1), now, { zone }), '3 Nov 14:01');
  assert.equal(momentWords(Date.UTC(2025, 10, 3, 13, 1), now, { zone }), '3 Nov 2025 14:01');
});

test('midnight is 00:00', () => {
  const now = Date.UTC(2026, 10, 30, 0, 30);
  assert.equal(momentWords(Date.UTC(2026, 10, 30), now, { zone: 'UTC' }), '00:00');
});
