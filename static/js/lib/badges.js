/**
 * The number that need you, where it is seen without the page: tab title, favicon, app icon,
 * and the mark in the rail.
 *
 * @import { State } from './types.d.ts'
 */
import { store } from './live.js';
import { overviewOf } from './overview.js';
import { tabTitle } from './words.js';

const ICON_SIZE = 64;
const PLAIN_ICON = '/static/img/favicon.svg';

/** @type {string} */
let shown = '';
/** The addresses of the icons that were drawn, by what they say. */
const icons = new Map([['0', PLAIN_ICON]]);

export function wearBadges() {
  store.subscribe(wear);
  wear(store.state);
}

/** @param {State} state */
function wear({ known, phase }) {
  const count = known ? overviewOf(known).counts.needsYou : 0;
  const told = `${count} ${phase}`;
  if (told === shown) return;
  shown = told;
  document.title = tabTitle(count, phase);
  const page = document.documentElement;
  if (page.dataset.phase !== phase) page.dataset.phase = phase;
  page.toggleAttribute('data-needs-you', count > 0 && phase !== 'stopped');
  // The page comes first: a picture is drawn once that is on the screen.
  setTimeout(() => told === shown && wearIcon(phase === 'stopped' ? 0 : count));
  setAppBadge(phase === 'stopped' ? 0 : count);
}

/** @param {number} count */
function wearIcon(count) {
  const icon = document.querySelector('link[rel="icon"]');
  if (!(icon instanceof HTMLLinkElement)) return;
  const text = count > 99 ? '99' : String(count);
  const address = icons.get(text) ?? iconWith(text);
  icons.set(text, address);
  if (icon.href !== address) icon.href = address;
}

/** @param {number} count */
function setAppBadge(count) {
  if (!('setAppBadge' in navigator)) return;
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // Refused where the page is not installed, which is no fault.
  done.catch(() => {});
}

/** @param {string} text */
function iconWith(text) {
  const canvas = document.createElement('canvas');
  canvas.width = ICON_SIZE;
  canvas.height = ICON_SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) return PLAIN_ICON;
  const tokens = getComputedStyle(document.documentElement);
  const half = ICON_SIZE / 2;
  pen.fillStyle = tokens.getPropertyValue('--badge-fill');
  pen.beginPath();
  pen.arc(half, half, half, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = tokens.getPropertyValue('--badge-text');
  pen.font = `800 ${text.length > 1 ? 38 : 46}px ${tokens.getPropertyValue('--font-words')}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  const { actualBoundingBoxAscent: ascent } = pen.measureText(text);
  pen.fillText(text, half, half + ascent / 2);
  return canvas.toDataURL('image/png');
}
