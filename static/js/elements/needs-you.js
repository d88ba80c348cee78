import { guard, html, nothing, repeat } from '../../vendor/lit.js';
import { CHART_ADDRESS } from '../lib/address.js';
import { statusMark } from '../lib/icons.js';
import { isWatched } from '../lib/is-watched.js';
import { clock, store } from '../lib/live.js';
import { agentOf, overviewOf } from '../lib/overview.js';
import { momentWords } from '../lib/times.js';
import { heroWords } from '../lib/words.js';
import './last-wait.js';
import { PastElement } from './past-element.js';
import './wait-bars.js';
import { waitingCard } from './waiting-card.js';

/**
 * @import { Counts, State } from '../lib/types.d.ts'
 */

/** The first thing on the page: does anything need the person, which, and since when. */
class NeedsYou extends PastElement {
  /** @override */
  drawnFrom() {
    return [store.state, isWatched()];
  }

  /** @override */
  render() {
    const { known, phase } = store.state;
    if (!known) return this.#beforeTheFirstSnapshot(phase);
    const overview = overviewOf(known);
    // With no session and nothing hidden, the first steps say more than an all clear would.
    if (!isWatched() && overview.counts.all === 0 && overview.problems.length === 0 && phase === 'live') return nothing;
    const seenAt = momentWords(clock.now(), Date.now());
    const words = heroWords(overview, { phase, asOf: seenAt });
    return html`<section
      class="panel hero"
      aria-labelledby="needs-you-title"
      data-known
      ?data-waiting=${words.count > 0}
      data-phase=${phase}
    >
      <h2 id="needs-you-title">
        <a href=${CHART_ADDRESS} data-chart title="See up to six hours"
          >${words.count > 0 ? html`<b>${words.count}</b> ` : words.calm ? statusMark('finished') : nothing}${words.rest}</a
        >
      </h2>
      ${words.count === 0 && phase === 'live' ? html`<last-wait></last-wait>` : nothing} ${this.#aside(phase)}
      <ul class="waiting-cards" role="list" ?hidden=${overview.waiting.length === 0}>
        ${repeat(
          overview.waiting,
          (session) => session.id,
          (session) => {
            const agent = agentOf(session, known.sources);
            return guard([session, agent], () => waitingCard(session, agent));
          },
        )}
      </ul>
      <wait-bars></wait-bars>
      ${this.#counts(overview.counts)}
    </section>`;
  }

  /** @param {State['phase']} phase */
  #beforeTheFirstSnapshot(phase) {
    const stopped = phase === 'stopped';
    return html`<section class="panel hero" aria-labelledby="needs-you-title" data-phase=${phase}>
      <h2 id="needs-you-title" class="quiet">${stopped ? 'Nothing to show yet' : 'Reading sessions…'}</h2>
      ${this.#aside(phase)}
    </section>`;
  }

  /** @param {State['phase']} phase */
  #aside(phase) {
    if (phase !== 'stopped') return nothing;
    return html`<p class="hero-note">
      Agent Lookout no longer answers. Start it again with <code>agent-lookout runserver</code>; this page finds it by
      itself.
    </p>`;
  }

  /** @param {Counts} counts */
  #counts(counts) {
    return html`<ul class="hero-counts" aria-label="All sessions">
      <li data-count="working"><a href=${CHART_ADDRESS} data-chart title="See up to six hours"><b>${counts.working}</b> working</a></li>
      <li data-count="idle"><a href=${CHART_ADDRESS} data-chart title="See up to six hours"><b>${counts.idle}</b> idle</a></li>
      <li data-count="stale"><b>${counts.stale}</b> stale</li>
      <li data-count="all"><b>${counts.all}</b> in all</li>
    </ul>`;
  }
}

customElements.define('needs-you', NeedsYou);
