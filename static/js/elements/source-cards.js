import { guard, html, nothing, repeat } from '../../vendor/lit.js';
import { clock, store } from '../lib/live.js';
import { LookoutElement } from '../lib/lookout-element.js';
import { Recounts } from '../lib/recounts.js';
import { freshest, sessionsBySource } from '../lib/sources.js';
import { momentWords } from '../lib/times.js';
import { sourceCard } from './source-card.js';

/** @import { Source, State } from '../lib/types.d.ts' */

const ANSWER_TIMEOUT_MS = 4000;

/** A card for each source: how it is being read, and what was done for that. */
class SourceCards extends LookoutElement {
  /** @override */
  static properties = { asked: { state: true } };

  #recounts = new Recounts({
    ask: askSources,
    onSources: (sources) => {
      this.asked = new Map(sources.map((source) => [source.id, source]));
    },
    setTimer: (callback, ms) => window.setTimeout(callback, ms),
    clearTimer: (timer) => window.clearTimeout(timer),
  });
  #look = () => this.#recounts.want(this.isConnected && !document.hidden && store.state.phase === 'live');

  constructor() {
    super();
    /** @type {Map<string, Source>} the sources as they were when last asked for */
    this.asked = new Map();
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#look);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#look);
    this.#look();
  }

  /** @override */
  updated() {
    this.#look();
  }

  /** @override */
  render() {
    const { known, phase } = store.state;
    if (!known) return beforeTheFirstSnapshot(phase);
    const counts = sessionsBySource(known.sessions.values());
    return html`${phase === 'live' ? nothing : html`<p class="as-of">As it was at ${momentWords(clock.now(), Date.now(), { seconds: true })}.</p>`}
      <div class="source-cards">
        ${repeat(
          known.sources.values(),
          (source) => source.id,
          (source) => {
            const asked = this.asked.get(source.id);
            const sessions = counts.get(source.id) ?? 0;
            return guard([source, asked, sessions, phase], () => sourceCard(freshest(source, asked), sessions, phase));
          },
        )}
      </div>`;
  }
}

/** @returns {Promise<Source[] | null>} */
async function askSources() {
  try {
    const answer = await fetch('/api/sessions', {
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const { sources } = await answer.json();
    return Array.isArray(sources) ? sources : null;
  } catch {
    return null;
  }
}

/** @param {State['phase']} phase */
function beforeTheFirstSnapshot(phase) {
  return html`<p class="panel before" data-phase=${phase}>${phase === 'stopped' ? 'Nothing to show yet' : 'Reading sources…'}</p>`;
}

customElements.define('source-cards', SourceCards);
