import assert from 'node:assert/strict';
import test from 'node:test';
import { ASK_EVERY_MS, Recounts } from '../../static/js/lib/recounts.js';

/** Answers and timers that a test lets come. */
function world() {
  const made = { heard: [], answers: [], timers: new Map(), next: 1 };
  made.recounts = new Recounts({
    ask: () => new Promise((resolve) => made.answers.push(resolve)),
    onSources: (sources) => made.heard.push(sources),
    setTimer: (callback, ms) => {
      assert.equal(ms, ASK_EVERY_MS);
      made.timers.set(made.next, callback);
      return made.next++;
    },
    clearTimer: (timer) => made.timers.delete(timer),
  });
  made.answer = async (sources) => {
    made.answers.shift()(sources);
    await new Promise((resolve) => setImmediate(resolve));
  };
  made.ring = () => {
    const [[timer, callback]] = made.timers;
    made.timers.delete(timer);
    callback();
  };
  return made;
}

test('it asks at once, and again ten seconds after each answer', async () => {
  const { recounts, heard, answers, answer, timers, ring } = world();
  recounts.want(true);
  assert.equal(answers.length, 1);
  await answer(['first']);
  assert.equal(timers.size, 1);
  ring();
  await answer(['second']);
  assert.deepEqual(heard, [['first'], ['second']]);
});

test('an answer that does not come is asked for again', async () => {
  const { recounts, heard, answer, timers } = world();
  recounts.want(true);
  await answer(null);
  assert.deepEqual([heard, timers.size], [[], 1]);
});

test('once it is not wanted nothing is asked or heard', async () => {
  const { recounts, heard, answers, answer, timers } = world();
  recounts.want(true);
  recounts.want(false);
  await answer(['late']);
  assert.deepEqual([heard, timers.size], [[], 0]);
  recounts.want(true);
  recounts.want(true);
  assert.equal(answers.length, 1);
  await answer(['here']);
  recounts.want(false);
  assert.deepEqual([heard, timers.size], [[['here']], 0]);
});
