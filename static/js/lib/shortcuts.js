/**
 * The keys that do something anywhere on the page, and the words for every key there is.
 */
import { keep, kept } from './kept.js';

/**
 * @typedef {'search' | 'shortcuts'} Shortcut
 * @typedef {object} Press
 * @property {string} key
 * @property {boolean} [ctrlKey]
 * @property {boolean} [metaKey]
 * @property {boolean} [altKey]
 * @property {boolean} [repeat]
 * @property {boolean} [isComposing]
 * @property {boolean} [defaultPrevented]
 */

const KEPT_AS = 'lookout-single-keys';

/** Whether a key alone does something: who speaks to a computer may press one by a word. */
export function singleKeys() {
  return kept(KEPT_AS) !== 'off';
}

/** @param {boolean} on */
export function keepSingleKeys(on) {
  keep(KEPT_AS, on ? null : 'off');
}

/**
 * What a press asks for, if it asks for anything.
 *
 * @param {Press} press
 * @param {{ typing: boolean, dialogOpen: boolean, single: boolean }} where
 * @returns {Shortcut | null}
 */
export function shortcutOf(press, { typing, dialogOpen, single }) {
  if (typing || dialogOpen || press.repeat || press.isComposing || press.defaultPrevented || press.altKey) return null;
  if (press.ctrlKey || press.metaKey) {
    return press.ctrlKey !== press.metaKey && press.key.toLowerCase() === 'k' ? 'search' : null;
  }
  if (!single) return null;
  if (press.key === '/') return 'search';
  return press.key === '?' ? 'shortcuts' : null;
}

const NOT_TYPED_IN = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** @param {EventTarget | null} target */
function takesText(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TYPED_IN.has(target.type);
  return target.isContentEditable || target.matches('textarea, select');
}

/**
 * @param {Shortcut} shortcut
 * @param {() => void} callback
 */
export function onShortcut(shortcut, callback) {
  document.addEventListener('keydown', (event) => {
    const where = {
      typing: takesText(event.target),
      dialogOpen: document.querySelector('dialog[open]') !== null,
      single: singleKeys(),
    };
    if (shortcutOf(event, where) !== shortcut) return;
    event.preventDefault();
    callback();
  });
}

export function isMac() {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/**
 * Every shortcut, in the order in which it is told. Each of `keys` does it; a key that is held
 * while another is pressed stands before it.
 *
 * @param {boolean} mac
 * @returns {{ where: string, keys: string[][], does: string }[]}
 */
export function shortcutWords(mac) {
  return [
    { where: 'Anywhere', keys: [['/'], [mac ? '⌘' : 'Ctrl', 'K']], does: 'Search sessions' },
    { where: 'Anywhere', keys: [['?']], does: 'Show these shortcuts' },
    { where: 'Anywhere', keys: [['Esc']], does: 'Close what is open' },
    { where: 'Search', keys: [['↑'], ['↓']], does: 'Move through what was found' },
    { where: 'Search', keys: [['Enter']], does: 'Open the details' },
    { where: 'Switches', keys: [['←'], ['→']], does: 'Choose the one before or after' },
  ];
}
