import { html, nothing } from '../../vendor/lit.js';
import { store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { overviewOf } from '../lib/overview.js';
import { announcement } from '../lib/words.js';

/** Says to a screen reader how many sessions need the person, each time the number changes. */
class WaitingAnnouncer extends LookoutElement {
  /** @override */
  render() {
    const { known, phase } = store.state;
    // Nothing is said of what may no longer be so.
    const words = known && phase === 'live' ? announcement(overviewOf(known).counts.needsYou) : nothing;
    return html`<p class="visually-hidden" aria-live="polite">${words}</p>`;
  }
}

customElements.define('waiting-announcer', WaitingAnnouncer);
