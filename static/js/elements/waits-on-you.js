import { html, nothing } from '../../vendor/lit.js';
import { isWatched } from '../lib/is-watched.js';
import { clock, store } from '../lib/live.js';
import { recall } from '../lib/recall.js';
import { exactly, momentWords } from '../lib/times.js';
import { counted } from '../lib/words.js';
import { PastElement } from './past-element.js';

/** @import { WaitSums } from '../lib/types.d.ts' */

/** As many places as are looked at. */
const MOST_PLACES = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/** How often and how long sessions waited for the person, today and over seven days, and where. */
class WaitsOnYou extends PastElement {
  /** @override */
  drawnFrom() {
    return [recall.past.waits, isWatched(), store.state.known?.order.length === 0];
  }

  /** @override */
  render() {
    const { waits } = recall.past;
    if (!waits || !isWatched()) return nothing;
    return html`<section class="panel waits-on-you" aria-labelledby="waits-title">
      <h2 id="waits-title" class="panel-title">Waits on you</h2>
      <dl class="wait-sums">${this.#today(waits)} ${this.#week(waits)}</dl>
      ${places(waits)}
    </section>`;
  }

  /** @param {WaitSums} waits */
  #today({ today }) {
    const { count, totalMs, averageMs, longestMs } = today;
    return html`${sum(String(count), 'today', count === 0 ? '' : `${exactly(totalMs)} in all`)}
    ${sum(count === 0 ? '–' : exactly(averageMs), 'on average today', count < 2 ? '' : `longest ${exactly(longestMs)}`)}`;
  }

  /** @param {WaitSums} waits */
  #week({ at, since, sevenDays }) {
    const { count, totalMs, averageMs, longestMs } = sevenDays;
    const young = at - since < 7 * DAY_MS - 60_000;
    const words = young ? `since ${momentWords(since, clock.now())}` : 'in seven days';
    return html`${sum(String(count), words, count === 0 ? '' : `${exactly(totalMs)} in all`)}
    ${sum(count === 0 ? '–' : exactly(averageMs), 'on average', count < 2 ? '' : `longest ${exactly(longestMs)}`)}`;
  }
}

/**
 * Where sessions waited longest over the seven days.
 *
 * @param {WaitSums} waits
 */
function places({ where }) {
  if (where.length === 0) return nothing;
  return html`<h3 class="waits-where">Where most</h3>
    <ol class="wait-places" role="list">
      ${where.slice(0, MOST_PLACES).map(
        ({ name, count, totalMs }) =>
          html`<li>
            <bdi title=${name}>${name}</bdi> <span>${counted(count, 'time', 'times')}, <span class="figures">${exactly(totalMs)}</span></span>
          </li>`,
      )}
    </ol>`;
}

/**
 * @param {string} figure
 * @param {string} words
 * @param {string} beside
 */
function sum(figure, words, beside) {
  return html`<div>
    <dt>${words}</dt>
    <dd class="sum">${figure}</dd>
    ${beside ? html`<dd class="beside">${beside}</dd>` : nothing}
  </div>`;
}

customElements.define('waits-on-you', WaitsOnYou);
