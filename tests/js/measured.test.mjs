import assert from 'node:assert/strict';
import test from 'node:test';
import { areaOf } from '../../static/js/lib/areas.js';
import { averages, firstOf, measuredIn, stepOf, topOf, unmeasured } from '../../static/js/lib/measured.js';

const S = 1000;
const M = 60 * S;
const every = (from, to, step, counts) =>
  Array.from({ length: (to - from) / step }, (_, index) => ({ at: from + index * step, total: 9, ...counts }));
const WORKING = { waiting: 0, working: 2, idle: 1 };

test('with a point every two seconds all is measured', () => {
  assert.deepEqual(unmeasured(every(0, M, 2 * S, WORKING), 0, M), []);
});

test('ten seconds without a point are measured still, longer is a gap', () => {
  const at = (time) => ({ at: time, ...WORKING, total: 3 });
  assert.deepEqual(unmeasured([at(0), at(10 * S)], 0, 11 * S), []);
  assert.deepEqual(unmeasured([at(0), at(10 * S + 1)], 0, 11 * S), [{ from: 0, to: 10 * S + 1 }]);
});

test('before the first point and after the last is a gap too', () => {
  assert.deepEqual(unmeasured(every(M, 2 * M, S, WORKING), 0, 3 * M), [
    { from: 0, to: M },
    { from: 2 * M - S, to: 3 * M },
  ]);
  assert.deepEqual(unmeasured([], 0, M), [{ from: 0, to: M }]);
});

test('an average weighs each point by how long it held', () => {
  const points = [
    { at: 0, waiting: 0, working: 4, idle: 0, total: 4 },
    { at: 9 * S, waiting: 1, working: 2, idle: 0, total: 4 },
  ];
  const [first] = averages(points, { from: 0, step: 12 * S, count: 1, now: 12 * S });
  assert.deepEqual(first.counts, { waiting: 0.25, working: 3.5, idle: 0 });
});

test('a point holds on into the next stretch', () => {
  const points = [
    { at: 8 * S, ...WORKING, total: 3 },
    { at: 16 * S, waiting: 3, working: 0, idle: 0, total: 3 },
  ];
  const [, second] = averages(points, { from: 0, step: 10 * S, count: 2, now: 20 * S });
  assert.deepEqual(second.counts, { waiting: 1.2, working: 1.2, idle: 0.6 });
});

test('time not measured counts for nothing, and is told', () => {
  const points = [...every(0, M, 2 * S, WORKING), ...every(4 * M, 6 * M, 2 * S, WORKING)];
  const [first, second] = averages(points, { from: 0, step: 3 * M, count: 2, now: 6 * M });
  assert.deepEqual(first.counts, WORKING);
  assert.deepEqual(first.unmeasured, [{ from: 58 * S, to: 3 * M }]);
  assert.deepEqual(second.unmeasured, [{ from: 3 * M, to: 4 * M }]);
});

test('a stretch that was not measured at all has no numbers', () => {
  const [only] = averages([], { from: 0, step: M, count: 1, now: M });
  assert.equal(only.counts, null);
  assert.deepEqual(only.unmeasured, [{ from: 0, to: M }]);
});

test('the stretch that is going on ends now', () => {
  const bins = averages(every(0, 90 * S, S, WORKING), { from: 0, step: M, count: 2, now: 90 * S });
  assert.deepEqual([bins[1].from, bins[1].to], [M, 90 * S]);
  assert.deepEqual(bins[1].unmeasured, []);
});

test('stretches stay where they are on the clock', () => {
  assert.equal(firstOf(17 * M, 5 * M, 12), -40 * M);
  assert.equal(firstOf(19 * M, 5 * M, 12), -40 * M);
});

test('what is measured is the rest', () => {
  const gaps = [
    { from: -5, to: 2 },
    { from: 4, to: 6 },
  ];
  assert.deepEqual(measuredIn({ from: 0, to: 10 }, gaps), [
    { from: 2, to: 4 },
    { from: 6, to: 10 },
  ]);
  assert.deepEqual(measuredIn({ from: 0, to: 2 }, gaps), []);
});

test('an axis has room for all and at most five lines', () => {
  assert.equal(topOf([]), 2);
  assert.equal(topOf([{ counts: { waiting: 1, working: 6, idle: 4.2 } }]), 12);
  assert.deepEqual([2, 5, 6, 11, 60, 400].map(stepOf), [1, 1, 2, 5, 20, 100]);
});

test('areas lie on one another and end where nothing was measured', () => {
  const bins = [
    { counts: { waiting: 1, working: 2, idle: 1 } },
    { counts: null },
    { counts: { waiting: 0, working: 1, idle: 0 } },
  ];
  assert.equal(areaOf(bins, 'idle', 5), 'M0 5V4h1V5z');
  assert.equal(areaOf(bins, 'working', 5), 'M0 4V2h1V4zM2 5V4h1V5z');
  assert.equal(areaOf(bins, 'waiting', 5), 'M0 2V1h1V2z');
});
