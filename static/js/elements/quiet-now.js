import { html, nothing } from '../../vendor/lit.js';
import { icon } from '../lib/icons.js';
import { store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';

/** Says so while quiet hours hold; what is not live may be over. */
class QuietNow extends LookoutElement {
  /** @override */
  render() {
    const { known, phase } = store.state;
    if (phase !== 'live' || !known?.quiet || !known.timeRules) return nothing;
    return html`<p class="quiet-now">${icon('moon')}<span>Quiet hours hold now, until ${known.timeRules.quietHours.to}.</span></p>`;
  }
}

customElements.define('quiet-now', QuietNow);
