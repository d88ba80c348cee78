import assert from 'node:assert/strict';
import test from 'node:test';
import { applyMergePatch } from '../../static/js/lib/merge-patch.js';

// The examples of RFC 7396, appendix A.
const EXAMPLES = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

test('every example of RFC 7396 comes out as it says', () => {
  for (const [target, patch, result] of EXAMPLES) assert.deepEqual(applyMergePatch(target, patch), result);
});

test('neither the target nor the patch is changed', () => {
  const target = Object.freeze({ a: Object.freeze({ b: 1 }) });
  const patch = Object.freeze({ a: Object.freeze({ b: null, c: 2 }) });
  assert.deepEqual(applyMergePatch(target, patch), { a: { c: 2 } });
});

test('a field called __proto__ is a field', () => {
  const result = applyMergePatch({}, JSON.parse('{"__proto__": {"polluted": true}}'));
  assert.equal({}.polluted, undefined);
  assert.equal(Object.getPrototypeOf(result), Object.prototype);
  assert.ok(Object.hasOwn(result, '__proto__'));
});
