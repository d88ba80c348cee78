import assert from 'node:assert/strict';
import test from 'node:test';
import { Gap } from '../../static/js/lib/known.js';
import { Store } from '../../static/js/lib/store.js';

const snapshot = { type: 'snapshot', revision: 1, snapshot: { generatedAt: 0, sources: [], sessions: [] } };

test('listeners hear of a change, and not of a tick', () => {
  const store = new Store();
  let heard = 0;
  const stop = store.subscribe(() => {
    heard += 1;
  });
  store.receive(snapshot);
  store.enter('live');
  store.enter('live');
  store.receive({ type: 'tick', revision: 1, generatedAt: 1 });
  assert.equal(heard, 2);
  stop();
  store.enter('stopped');
  assert.equal(heard, 2);
});

test('a message that does not fit leaves all as it was', () => {
  const store = new Store();
  store.receive(snapshot);
  const before = store.state;
  assert.throws(() => store.receive({ type: 'tick', revision: 2, generatedAt: 1 }), Gap);
  assert.equal(store.state, before);
});
