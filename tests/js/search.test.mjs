import assert from 'node:assert/strict';
import test from 'node:test';
import { receive } from '../../static/js/lib/known.js';
import { find, fold, marked, wordsOf } from '../../static/js/lib/search.js';

const sources = [
  { id: 'claude', label: 'Claude Code', state: 'ok', detail: '' },
  { id: 'codex', label: 'Codex', state: 'ok', detail: '' },
];
const knownOf = (...sessions) =>
  receive(null, {
    type: 'snapshot',
    revision: 1,
    snapshot: {
      generatedAt: 0,
      sources,
      sessions: sessions.map((one) => ({ id: one.name, source: 'claude', surface: 'unknown', status: 'idle', ...one })),
    },
  });
const names = (known, query) => find(known, query).map((session) => session.name);

const checkout = {
  name: 'checkout-flow',
  cwd: '/home/dev/work/storefront-checkout',
  project: 'storefront-checkout',
  git: { branch: 'checkout-v2', repository: { id: 'r', name: 'storefront' } },
  machine: 'devbox',
  surface: 'vscode',
};

test('every word is looked for, in any order, over every field', () => {
  const known = knownOf(checkout, { name: 'other', source: 'codex' });
  const queries = ['flow', 'v2 storefront', 'storefront v2', 'devbox claude', 'vs flow code', 'CHECKOUT', '  flow  '];
  for (const query of queries) assert.deepEqual(names(known, query), ['checkout-flow'], query);
  assert.deepEqual(names(known, 'codex'), ['other']);
  assert.deepEqual(names(known, 'flow codex'), []);
});

test('no word reaches over two fields', () => {
  assert.deepEqual(names(knownOf({ name: 'one', project: 'two' }), 'onetwo'), []);
});

test('the whole path is asked for with a slash, and does not match every word', () => {
  const known = knownOf(checkout, { name: 'other', cwd: '/home/dev/play/other', project: 'other' });
  assert.deepEqual(names(known, 'dev/work'), ['checkout-flow']);
  assert.deepEqual(names(known, 'home'), []);
});

test('a commit is found where there is no branch', () => {
  assert.deepEqual(names(knownOf({ name: 'a', git: { commit: '5f3c9d1' } }), '5f3c'), ['a']);
});

test('those that need the person come first, longest wait first, then the order of the list', () => {
  const known = knownOf(
    { name: 'working', status: 'working' },
    { name: 'young', status: 'needs-you', statusSince: 200 },
    { name: 'idle' },
    { name: 'old', status: 'needs-you', statusSince: 100 },
  );
  assert.deepEqual(names(known, ''), ['old', 'young', 'working', 'idle']);
  assert.deepEqual(names(known, 'o'), ['old', 'young', 'working', 'idle']);
  assert.deepEqual(names(known, 'i'), ['working', 'idle']);
});

test('an agent that got another name is found by it', () => {
  const before = knownOf({ name: 'a' });
  assert.deepEqual(names(before, 'claude'), ['a']);
  const after = receive(before, {
    type: 'diff',
    base: 1,
    revision: 2,
    patch: { generatedAt: 0, sources: { claude: { label: 'Renamed' } } },
  });
  assert.deepEqual(names(after, 'claude'), []);
  assert.deepEqual(names(after, 'renamed'), ['a']);
});

test('case, accents, ligatures, width and what shows nothing make no difference', () => {
  const same = [
    ['Ünïcödé', 'unicode'],
    ['U\u0308ni', 'uni'],
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['İstanbul', 'istanbul'],
    ['ılık', 'ilik'],
    ['Øresund', 'oresund'],
    ['Łódź', 'lodz'],
    ['ﬁle', 'file'],
    ['ｗｉｄｅ', 'wide'],
    ['pay\u200b\u2060ment', 'payment'],
    ['한국어', '한국어'.normalize('NFD')],
    ['café', 'cafe\u0301'],
  ];
  for (const [one, other] of same) assert.equal(fold(one), fold(other), one);
  assert.deepEqual(wordsOf(' Ü  b\u00a0c '), ['u', 'b', 'c']);
});

const shown = (text, query) =>
  marked(text, wordsOf(query))
    .map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
    .join('');

test('every place of a word is marked, in the text’s own letters', () => {
  assert.equal(shown('checkout-flow', 'out'), 'check[out]-flow');
  assert.equal(shown('a-b-a', 'a'), '[a]-b-[a]');
  assert.equal(shown('Ünïcödé', 'UNI'), '[Ünï]cödé');
  assert.equal(shown('Straße', 'ss'), 'Stra[ß]e');
  assert.equal(shown('Straße', 's'), '[S]tra[ß]e');
  assert.equal(shown('ﬁle', 'fi'), '[ﬁ]le');
  assert.equal(shown('checkout', 'check eckout'), '[checkout]');
  assert.equal(shown('plain', ''), 'plain');
  assert.equal(shown('plain', 'x'), 'plain');
  assert.equal(shown('', 'x'), '');
});

test('what is written over a letter stays with it', () => {
  assert.equal(shown('e\u0301a', 'e'), '[e\u0301]a');
  assert.equal(shown('ae\u0301', 'a'), '[a]e\u0301');
});

test('pieces are the text again, whatever is in it', () => {
  const texts = ['<b>&amp;</b>', '\u202eabc\u202c', '👩‍👩‍👧 fam', '\ud800x', 'Z\u0351\u036b\u0343', 'مرحبا'];
  for (const text of texts) {
    for (const query of ['a', 'b', 'x', 'z fam', text]) {
      assert.equal(
        marked(text, wordsOf(query))
          .map((piece) => piece.text)
          .join(''),
        text,
      );
    }
  }
});

test('five hundred sessions are searched well within a frame', () => {
  const known = knownOf(
    ...Array.from({ length: 500 }, (_, number) => ({ ...checkout, name: `Séssion ${number}`, id: `${number}` })),
  );
  find(known, 'warm');
  const began = performance.now();
  for (let round = 0; round < 20; round += 1) assert.equal(find(known, 'session 49 store').length, 15);
  // A mean of less than a millisecond here; the limit is for a machine that is busy elsewhere.
  assert.ok((performance.now() - began) / 20 < 16);
});
