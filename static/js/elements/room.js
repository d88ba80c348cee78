import { html } from '../../vendor/lit.js';

/**
 * Empty and as high as it is told: a style of its own no element may have.
 *
 * @param {number} height
 */
export function room(height) {
  return html`<svg class="room" width="1" height=${height}></svg>`;
}

/**
 * The room of items of a list that are far from what is seen.
 *
 * @param {number} count
 * @param {number} height
 */
export function farItems(count, height) {
  return html`<li class="far" data-rows=${count} aria-hidden="true">${room(height)}</li>`;
}
