import assert from 'node:assert/strict';
import test from 'node:test';
import { outcomeOf } from '../../static/js/lib/acting.js';
import { rulesOf, savedWords, valueAt, wholeNumber } from '../../static/js/lib/time-rules.js';

const RULES = {
  reminder: { on: true, minutes: 10 },
  quietHours: { from: '22:00', days: ['mon'], summary: { leaveOutAnswered: false } },
};
const PLACES = [
  'reminder.on',
  'reminder.minutes',
  'quietHours.from',
  'quietHours.days',
  'quietHours.summary.leaveOutAnswered',
];

test('fields become rules and rules become fields', () => {
  const fields = PLACES.map((place) => [place, valueAt(RULES, place)]);
  assert.deepEqual(rulesOf(fields), RULES);
  assert.equal(JSON.stringify(rulesOf(fields)), JSON.stringify(RULES));
});

test('a place that is not there holds nothing', () => {
  assert.equal(valueAt(RULES, 'stale.hours'), undefined);
  assert.equal(valueAt(undefined, 'stale.hours'), undefined);
});

test('what is no whole number is sent as none', () => {
  for (const text of ['', ' ', '1.5', '1e3', 'ten', '0x10', '9'.repeat(16), '+3']) {
    assert.equal(wholeNumber(text), null, text);
  }
  assert.deepEqual(['10', ' 7 ', '0', '-5', '1440'].map(wholeNumber), [10, 7, 0, -5, 1440]);
});

const REST = { saving: false, error: null, saved: false, edited: false, elsewhere: false };

test('saved is said only of what was saved', () => {
  assert.equal(savedWords(REST), '');
  assert.equal(savedWords({ ...REST, saved: true }), 'Saved');
  assert.equal(savedWords({ ...REST, saved: true, edited: true }), 'Not saved yet');
  assert.equal(savedWords({ ...REST, saving: true, edited: true }), 'Saving…');
  assert.equal(savedWords({ ...REST, error: 'The disk is full.', edited: true }), 'The disk is full.');
  assert.match(savedWords({ ...REST, edited: true, elsewhere: true }), /^Changed elsewhere/);
  assert.equal(savedWords({ ...REST, elsewhere: true }), '');
});

test('an outcome is done or has a sentence', () => {
  assert.deepEqual(outcomeOf(true, { quiet: false }), { ok: true, answer: { quiet: false } });
  assert.deepEqual(outcomeOf(false, { error: 'No.' }), { ok: false, error: 'No.', fields: {} });
  const refused = { ok: false, reason: 'invalid', error: 'No.', fields: { 'stale.hours': 'Give one.' } };
  assert.deepEqual(outcomeOf(false, refused).fields, { 'stale.hours': 'Give one.' });
  // A 202 is an answer, and says that it was not done.
  assert.equal(outcomeOf(true, { ok: false, error: 'It still runs.' }).ok, false);
  assert.match(outcomeOf(false, null).error, /\.$/);
});
