import { html, live } from '../../vendor/lit.js';

/** @import { Layout } from '../lib/layouts.js' */

/** @type {{ layout: Layout, words: string }[]} */
const CHOICES = [
  { layout: 'list', words: 'List' },
  { layout: 'repos', words: 'Repos' },
  { layout: 'board', words: 'Board' },
];

/**
 * The switch between the layouts: one stop for Tab, and arrows inside, as radio buttons have it.
 *
 * @param {Layout} chosen
 * @param {(layout: Layout) => void} choose
 */
export function layoutChoice(chosen, choose) {
  return html`<fieldset class="segments">
    <legend class="visually-hidden">Show the sessions as</legend>
    ${CHOICES.map(
      ({ layout, words }) =>
        html`<label>
          <input
            type="radio"
            name="layout"
            value=${layout}
            .checked=${live(layout === chosen)}
            @change=${() => choose(layout)}
          />
          <span>${words}</span>
        </label>`,
    )}
  </fieldset>`;
}
