import { html, nothing, repeat } from '../../vendor/lit.js';
import { icon } from '../lib/icons.js';
import { store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { overviewOf } from '../lib/overview.js';
import { problemWords } from '../lib/words.js';

/** What cannot be seen at the moment, why, and what to do: no page is all clear without it. */
class SourceProblems extends LookoutElement {
  /** @override */
  render() {
    const { known } = store.state;
    const problems = known ? overviewOf(known).problems : [];
    if (problems.length === 0) return nothing;
    return html`<ul class="problems" aria-label="What can’t be read">
      ${repeat(
        problems,
        (source) => source.id,
        (source) =>
          html`<li data-source-id=${source.id}>
            ${icon('unplug')}
            <p><b>${problemWords([source])}.</b> ${source.detail} ${source.advice ?? nothing}</p>
          </li>`,
      )}
    </ul>`;
  }
}

customElements.define('source-problems', SourceProblems);
