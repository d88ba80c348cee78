import { html, nothing } from '../../vendor/lit.js';
import { clock, store } from '../lib/live.js';
import { unmeasured } from '../lib/measured.js';
import { endedWaitWords } from '../lib/past-words.js';
import { HOUR_MS, recall } from '../lib/recall.js';
import { lastEnded, waitsOf } from '../lib/wait-times.js';
import { PastElement } from './past-element.js';

/** When nothing needs the person: the wait that ended last, while that is less than an hour ago. */
class LastWait extends PastElement {
  /** @override */
  drawnFrom() {
    return [recall.past.events, store.state.known, this.step()];
  }

  /** @override */
  render() {
    const { known } = store.state;
    const now = clock.now();
    const from = now - HOUR_MS;
    const gaps = unmeasured(recall.past.points, from, now);
    const wait = known ? lastEnded(waitsOf(known, recall.past, from, gaps), from) : null;
    if (!wait) return nothing;
    return html`<p class="last-wait"><bdi>${wait.name}</bdi> ${endedWaitWords(wait, now)}</p>`;
  }
}

customElements.define('last-wait', LastWait);
