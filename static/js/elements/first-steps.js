import { html, nothing, repeat } from '../../vendor/lit.js';
import { store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { overviewOf } from '../lib/overview.js';
import './copy-button.js';
import { textPieces } from './text-pieces.js';

/** @import { Source } from '../lib/types.d.ts' */

const STARTS = 'Start an agent in any folder and it shows here by itself';

const EXAMPLE = [
  'mkdir -p ~/.agent-lookout/sessions',
  `echo '{"agent": "My agent", "status": "waiting"}' \\`,
  '  > ~/.agent-lookout/sessions/nightly-build.json',
];

/** With no session to show: what is looked for and where, and how to show anything at all. */
class FirstSteps extends LookoutElement {
  /** @override */
  render() {
    const { known } = store.state;
    if (!known || known.order.length > 0) return nothing;
    const { looking, agentFound, problems } = overviewOf(known);
    if (looking) return html`<section class="panel first-steps"><h2 class="quiet">Looking for agents…</h2></section>`;
    return html`<section class="panel first-steps" aria-labelledby="first-steps-title">
      <h2 id="first-steps-title">${title(agentFound, problems.length > 0)}</h2>
      <p class="lead">
        ${STARTS}${agentFound ? '.' : ', with nothing to set up.'}
      </p>
      <div class="steps">
        <div class="step">
          <h3>What is looked for</h3>
          <dl class="looked-for">
            ${repeat(known.sources.values(), (source) => source.id, lookedFor)}
          </dl>
        </div>
        <div class="step">
          <h3>Show any program</h3>
          <p>A program that writes a small status file is shown like an agent. Paste this in a terminal to see one wait for you:</p>
          <div class="example">
            <pre tabindex="0" role="group" aria-label="Status file example"><code>${EXAMPLE.map((line) => html`<span class="line">${textPieces(line)}</span>`)}</code></pre>
            <copy-button text=${EXAMPLE.join('\n')} what="the status file example"></copy-button>
          </div>
          <p>Delete the file and the session goes.</p>
          <h3>Just looking?</h3>
          <p><code>agent-lookout demo</code> starts on made-up sessions that live through every status, and reads nothing of yours.</p>
        </div>
      </div>
    </section>`;
  }
}

/**
 * @param {boolean} agentFound
 * @param {boolean} hasProblems
 */
function title(agentFound, hasProblems) {
  if (hasProblems) return 'No session can be seen';
  return agentFound ? 'No session is running' : 'No agent found yet';
}

/** @param {Source} source */
function lookedFor(source) {
  return html`<div data-source-id=${source.id}>
    <dt>${source.label}</dt>
    <dd>${source.detail}</dd>
    ${source.advice ? html`<dd>${source.advice}</dd>` : nothing}
    ${(source.watching ?? []).map(
      ({ label, value }) => html`<dd class="watched"><span>${label}</span> <span>${textPieces(value)}</span></dd>`,
    )}
  </div>`;
}

customElements.define('first-steps', FirstSteps);
