import assert from 'node:assert/strict';
import test from 'node:test';
import { figuresOf, freshest, reasonsOf, sessionsBySource, watchedParts } from '../../static/js/lib/sources.js';

const source = (more = {}) => ({ id: 'a', label: 'A', state: 'ok', detail: '', ...more });

test('the counts asked for last are shown, unless a message brought newer ones', () => {
  const told = source({ detail: 'new', checkedAt: 10, measured: { reads: 1 } });
  const asked = source({ detail: 'old', checkedAt: 20, measured: { reads: 5 } });
  assert.deepEqual(freshest(told, asked), { ...told, checkedAt: 20, measured: { reads: 5 } });
  assert.equal(freshest({ ...told, checkedAt: 30 }, asked).measured.reads, 1);
  assert.equal(freshest(told, undefined), told);
  assert.equal(freshest(source({ checkedAt: null }), { ...asked, checkedAt: null }).measured.reads, 5);
});

test('sessions are counted by where they come from', () => {
  const counts = sessionsBySource([{ source: 'a' }, { source: 'b' }, { source: 'a' }]);
  assert.deepEqual(
    [...counts],
    [
      ['a', 2],
      ['b', 1],
    ],
  );
});

test('only what was counted has a figure, and none skipped has none', () => {
  const words = (one, sessions) => figuresOf(one, sessions).map(({ figure, words }) => `${figure} ${words}`);
  const measured = { reads: 12_048, filesRead: 1, filesSkipped: 0, programsRun: 2 };
  assert.deepEqual(words(source({ measured }), 1), [
    '1 session',
    '1 session file',
    '12,048 reads so far',
    '2 programs run',
  ]);
  assert.deepEqual(words(source({ measured: { ...measured, filesSkipped: 3 } }), 0)[2], '3 skipped');
  assert.deepEqual(words(source({ state: 'not-set-up', measured: { reads: 1, programsRun: 0 } }), 0), [
    '1 read so far',
    '0 programs run',
  ]);
  assert.deepEqual(words(source(), 4), ['4 sessions']);
});

test('a place is told apart from how often it is read', () => {
  assert.deepEqual(watchedParts('~/.claude/sessions, every 2 seconds and on each change'), {
    place: '~/.claude/sessions',
    rest: 'every 2 seconds and on each change',
  });
  assert.deepEqual(watchedParts('/usr/bin/claude agents --json'), { place: '/usr/bin/claude agents --json', rest: '' });
  assert.deepEqual(watchedParts('whether it runs, often'), { place: null, rest: 'whether it runs, often' });
});

test('things with one reason are told together, in the order of the table', () => {
  const no = { level: 'no', reason: 'Not yet.' };
  const capabilities = {
    stop: no,
    jump: no,
    needsYou: { level: 'yes' },
    failed: { level: 'partly', reason: 'Not yet.' },
    later: { level: 'no', reason: 'Of a later server.' },
  };
  assert.deepEqual(reasonsOf(source({ capabilities })), [
    { names: ['Failed'], level: 'partly', reason: 'Not yet.' },
    { names: ['Jump', 'Stop'], level: 'no', reason: 'Not yet.' },
  ]);
  assert.deepEqual(reasonsOf(source()), []);
});
