import { html } from '../../vendor/lit.js';

/**
 * Empty and as high as it is told: a style of its own no element may have.
 *
 * @param {number} height
 */
export function room(height) {
  return html`<svg class="room" width="1" height=${height}></svg>`;
}
