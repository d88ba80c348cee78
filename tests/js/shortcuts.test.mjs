import assert from 'node:assert/strict';
import test from 'node:test';
import { shortcutOf, shortcutWords } from '../../static/js/lib/shortcuts.js';

const free = { typing: false, dialogOpen: false, single: true };
const press = (key, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

test('a slash, or K with Ctrl or with Cmd, searches', () => {
  assert.equal(shortcutOf(press('/'), free), 'search');
  assert.equal(shortcutOf(press('/', { shiftKey: true }), free), 'search');
  assert.equal(shortcutOf(press('k', { ctrlKey: true }), free), 'search');
  assert.equal(shortcutOf(press('K', { metaKey: true }), free), 'search');
});

test('a question mark shows the shortcuts', () => {
  assert.equal(shortcutOf(press('?', { shiftKey: true }), free), 'shortcuts');
});

test('other presses are not ours', () => {
  const others = [
    press('k'),
    press('/', { ctrlKey: true }),
    press('?', { metaKey: true }),
    press('k', { ctrlKey: true, metaKey: true }),
    press('k', { ctrlKey: true, altKey: true }),
    press('/', { altKey: true }),
    press('/', { repeat: true }),
    press('/', { isComposing: true }),
    press('/', { defaultPrevented: true }),
    press('Dead'),
  ];
  for (const other of others) assert.equal(shortcutOf(other, free), null);
});

test('nothing happens while a person types, or a dialog is open', () => {
  for (const one of [press('/'), press('?'), press('k', { ctrlKey: true })]) {
    assert.equal(shortcutOf(one, { ...free, typing: true }), null);
    assert.equal(shortcutOf(one, { ...free, dialogOpen: true }), null);
  }
});

test('keys alone can be turned off, and the search can still be reached', () => {
  const off = { ...free, single: false };
  assert.equal(shortcutOf(press('/'), off), null);
  assert.equal(shortcutOf(press('?'), off), null);
  assert.equal(shortcutOf(press('k', { ctrlKey: true }), off), 'search');
});

test('the keys are told as the computer’s keyboard has them', () => {
  const search = (mac) => shortcutWords(mac)[0].keys[1].join(' ');
  assert.equal(search(true), '⌘ K');
  assert.equal(search(false), 'Ctrl K');
});
