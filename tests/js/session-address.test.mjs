import assert from 'node:assert/strict';
import test from 'node:test';
import { detailsAddress, idAt } from '../../static/js/lib/session-address.js';

const IDS = [
  'claude-code:0b5e4c1e-7c1e-4d0a-9b52-3f6d2a81c001',
  'status-files:my build (2)',
  'status-files:日本 🚀',
  'status-files:a/../b%2f~7e',
  'status-files:~41',
];

test('an id of an agent stands in its address as it is', () => {
  assert.equal(detailsAddress(IDS[0]), `/sessions/${IDS[0]}`);
});

test('every id comes back from its address, which the server takes', () => {
  for (const id of IDS) {
    const address = detailsAddress(id);
    assert.match(address, /^(\/[A-Za-z0-9._~:-]+)+$/);
    assert.equal(address.split('/').length, 3);
    assert.equal(idAt(address), id);
  }
});

test('no other address asks for details', () => {
  for (const path of ['/', '/settings', '/sessions', '/sessions/']) assert.equal(idAt(path), null);
});
