import { html, repeat } from '../../vendor/lit.js';
import { MOST_ENDED, outcomeWord } from '../lib/actions.js';
import { counted } from '../lib/words.js';
import './elapsed-time.js';
import { placeWords } from './folder-words.js';

/**
 * @import { Result } from '../lib/actions.js'
 * @import { Session } from '../lib/types.d.ts'
 */

/**
 * Sessions left running, each by name with its own tick.
 *
 * @param {Session[]} offered
 * @param {Set<string>} ticked
 * @param {boolean} ending
 * @param {(id: string) => void} tick
 */
export function choosingList(offered, ticked, ending, tick) {
  return html`<ul class="end-list" role="list">
    ${repeat(
      offered,
      ({ id }) => id,
      (session) => html`<li data-session-id=${session.id}>
        <label>
          <input type="checkbox" .checked=${ticked.has(session.id)} ?disabled=${ending} @change=${() => tick(session.id)} />
          <span class="end-name"><bdi>${session.name}</bdi></span>
          <span class="end-place">${placeWords(session)}</span>
          <span class="end-for">idle <elapsed-time since=${session.statusSince ?? ''} rough></elapsed-time></span>
        </label>
      </li>`,
    )}
  </ul>`;
}

/**
 * What will happen to those that are ticked, and what will not.
 *
 * @param {Session[]} offered
 */
export function choosingWords(offered) {
  const most = offered.length === MOST_ENDED ? ` At most ${MOST_ENDED} at a time are shown.` : '';
  return `Each process that is ticked is asked to end, one a second. The conversations are kept, and one that has become active since is left running.${most}`;
}

/**
 * What became of each, by name.
 *
 * @param {Session[]} chosen
 * @param {Result[]} results
 */
export function outcomeList(chosen, results) {
  const outcomes = new Map(results.map(({ sessionId, outcome }) => [sessionId, outcome]));
  return html`<ul class="end-list" role="list" aria-label=${counted(chosen.length, 'session', 'sessions')}>
    ${chosen.map(
      ({ id, name }) => html`<li data-session-id=${id} data-outcome=${outcomes.get(id) ?? 'unknown'}>
        <span class="end-name"><bdi>${name}</bdi></span>
        <span class="end-outcome">${outcomeWord(outcomes.get(id))}</span>
      </li>`,
    )}
  </ul>`;
}
