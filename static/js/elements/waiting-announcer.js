import { html, nothing } from '../../vendor/lit.js';
import { store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { overviewOf } from '../lib/overview.js';
import { announcement } from '../lib/words.js';

/** Says to a screen reader how many sessions need the person, each time the number changes. */
class WaitingAnnouncer extends LookoutElement {
  /** @override */
  render() {
    const { known } = store.state;
    return html`<p class="visually-hidden" aria-live="polite">${known ? announcement(overviewOf(known).counts.needsYou) : nothing}</p>`;
  }
}

customElements.define('waiting-announcer', WaitingAnnouncer);
