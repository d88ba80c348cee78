import { html, nothing } from '../../vendor/lit.js';
import { store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { overviewOf } from '../lib/overview.js';

/** The header's counts in words: "2 need you · 3 working · 4 idle". */
class StatusCounts extends LookoutElement {
  /** @override */
  render() {
    const { known, phase } = store.state;
    if (!known) return nothing;
    const { counts, problems } = overviewOf(known);
    if (counts.all === 0) return html`<p class="counts">no sessions</p>`;
    const seesAll = phase === 'live' && problems.length === 0;
    return html`<ul class="counts" aria-label="Sessions by status">
      ${counts.needsYou > 0 ? this.#count('needs-you', counts.needsYou, needWords(counts.needsYou, phase)) : nothing}
      ${counts.needsYou === 0 && seesAll ? html`<li data-status="none">none need you</li>` : nothing}
      ${this.#count('working', counts.working, 'working')} ${this.#count('idle', counts.idle, 'idle')}
    </ul>`;
  }

  /**
   * @param {string} status
   * @param {number} count
   * @param {string} words
   */
  #count(status, count, words) {
    return html`<li data-status=${status}><b>${count}</b> ${words}</li>`;
  }
}

/**
 * @param {number} count
 * @param {import('../lib/types.d.ts').Phase} phase
 */
function needWords(count, phase) {
  if (phase !== 'live') return 'needed you';
  return count === 1 ? 'needs you' : 'need you';
}

customElements.define('status-counts', StatusCounts);
