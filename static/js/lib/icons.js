/**
 * Icons, each drawn once at the head of the page and only pointed at here. One in a file of its own
 * would come a frame later, each time.
 *
 * @import { Status } from './types.d.ts'
 */
import { html } from '../../vendor/lit.js';
import { knownLevel, knownSourceState, knownStatus } from './words.js';

/** @param {string} name one of those that `make vendor` takes from lucide */
export function icon(name) {
  return html`<svg class="icon" aria-hidden="true"><use href="#icon-${name}"></use></svg>`;
}

/** The mark of a session that is here no more. */
export function goneMark() {
  return html`<svg class="status-mark" aria-hidden="true" viewBox="0 0 16 16"><use href="#status-gone"></use></svg>`;
}

/**
 * The mark of a status: each has a shape of its own.
 *
 * @param {Status} status
 */
export function statusMark(status) {
  return html`<svg class="status-mark" aria-hidden="true" viewBox="0 0 16 16">
    <use href="#status-${knownStatus(status)}"></use>
  </svg>`;
}

/**
 * The mark of how a source is being read.
 *
 * @param {string} state
 */
export function sourceMark(state) {
  return markOfSource(knownSourceState(state));
}

/**
 * The mark of whether an agent can report a thing.
 *
 * @param {string} level
 */
export function levelMark(level) {
  return markOfSource(knownLevel(level));
}

/** @param {string} name */
function markOfSource(name) {
  return html`<svg class="status-mark" aria-hidden="true" viewBox="0 0 16 16">
    <use href="#source-${name}"></use>
  </svg>`;
}
