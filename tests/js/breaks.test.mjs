import assert from 'node:assert/strict';
import test from 'node:test';
import { pieces } from '../../static/js/lib/breaks.js';

const texts = (text) => pieces(text).map((piece) => piece.text);

test('a text may go on between words and after a slash, and nowhere else', () => {
  assert.deepEqual(texts('npm test -- --run-all'), ['npm ', 'test ', '-- ', '--run-all']);
  assert.deepEqual(texts('/home/sam/code'), ['/', 'home/', 'sam/', 'code']);
  assert.deepEqual(texts('a//b  c'), ['a//', 'b  ', 'c']);
});

test('the pieces are the text', () => {
  for (const text of ['', ' ', '/', 'a b/c ', '  /x', 'git push --force-with-lease=a/b']) {
    assert.equal(texts(text).join(''), text);
  }
});

test('a piece too long for any line may be broken, but never a flag', () => {
  const long = 'x'.repeat(60);
  assert.deepEqual(
    pieces(`run ${long} --${long}`).map((piece) => piece.long),
    [false, true, false],
  );
  assert.equal(pieces(`--out=a/${long}`)[1]?.long, false);
});
