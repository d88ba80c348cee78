import { html, nothing } from '../../vendor/lit.js';
import { icon, sourceMark } from '../lib/icons.js';
import { figuresOf, watchedParts } from '../lib/sources.js';
import { skippedWords, sourceStateWord } from '../lib/words.js';
import './elapsed-time.js';
import { textPieces } from './text-pieces.js';

/** @import { Phase, Source, Watched } from '../lib/types.d.ts' */

/**
 * One source: its state, what to do about it, what was counted, what is read and run.
 *
 * @param {Source} source
 * @param {number} sessions how many come from it
 * @param {Phase} phase
 */
export function sourceCard(source, sessions, phase) {
  const skipped = skippedWords(source);
  return html`<section class="panel source-card" data-source-id=${source.id} data-state=${source.state} aria-label=${source.label}>
    <div class="how">
      <h2><bdi>${source.label}</bdi></h2>
      <p class="state">${sourceMark(source.state)}${sourceStateWord(source.state, phase)}</p>
      <p class="detail">${textPieces(source.detail)}</p>
      ${skipped === null ? nothing : html`<p class="detail"><bdi>${skipped}</bdi></p>`}
      ${source.advice ? html`<p class="advice">${icon('lightbulb')}<span>${textPieces(source.advice)}</span></p>` : nothing}
    </div>
    <dl class="figures-of">
      ${figuresOf(source, sessions).map(({ figure, words }) => html`<div><dt>${words}</dt><dd>${figure}</dd></div>`)}
    </dl>
    <dl class="watching">
      ${(source.watching ?? []).map(watched)}
      ${source.basis ? fact('Sessions from', source.basis) : nothing} ${fact('Last read', lastRead(source))}
    </dl>
  </section>`;
}

/** @param {Watched} watched */
function watched({ label, value }) {
  const { place, rest } = watchedParts(value);
  const words = html`${textPieces(rest)}`;
  return fact(label, place === null ? words : html`<code>${textPieces(place)}</code> <span>${words}</span>`);
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function fact(name, value) {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

/**
 * To the minute while all is well: the time of each read is not sent, only that reading goes on,
 * and "under 1m ago" is true of it. To the second when reading stands still.
 *
 * @param {Source} source
 */
function lastRead({ state, checkedAt }) {
  if (checkedAt === null || checkedAt === undefined) return 'not yet';
  const stands = state === 'unavailable' || state === 'error';
  return html`<elapsed-time class="figures" since=${checkedAt} ?rough=${!stands}></elapsed-time> ago`;
}
