import { html, nothing } from '../../vendor/lit.js';
import { age, store, ticker } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { exactly } from '../lib/times.js';

/** @type {Record<import('../lib/types.d.ts').Phase, string>} */
const WORDS = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
  stopped: 'Agent Lookout has stopped',
};

/** Whether what is shown is so at this moment, and if not, how old it is. */
class LiveState extends LookoutElement {
  /** @type {(() => void) | undefined} */
  #stop;

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.#stop = ticker.add(() => store.state.phase !== 'live' && this.requestUpdate());
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop?.();
  }

  /** @override */
  render() {
    const { known, phase } = store.state;
    const old = known && phase !== 'live';
    return html`<span class="live-state" data-phase=${phase}>
      <span class="live-mark" aria-hidden="true"></span><span role="status">${WORDS[phase]}</span>
      ${old ? html`<span class="data-age">data ${exactly(age())} old</span>` : nothing}
    </span>`;
  }
}

customElements.define('live-state', LiveState);
