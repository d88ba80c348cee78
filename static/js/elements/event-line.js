import { guard, html, nothing } from '../../vendor/lit.js';
import { goneMark, statusMark } from '../lib/icons.js';
import { clock } from '../lib/live.js';
import { breakWords, eventWords, markOf, severityWord } from '../lib/past-words.js';
import { detailsAddress } from '../lib/session-address.js';
import { momentWords } from '../lib/times.js';

/**
 * @import { PastEvent } from '../lib/types.d.ts'
 * @import { Line } from '../lib/log.js'
 */

/** @typedef {{ number: number, count: number } | null} Among which of how many a line is, where not all are drawn */

/**
 * One line of the Events log.
 *
 * @param {Line} line
 * @param {Among} among
 */
export function logLine(line, among) {
  switch (line.kind) {
    case 'event':
      return eventLine(line.event, among, () => nameOf(line.event));
    case 'break':
      return between(line.id, among, 'between', breakWords(line, clock.now()));
    case 'new': {
      const since = momentWords(line.since, clock.now(), { seconds: true });
      return between(line.id, among, 'between new-since', `New since ${since}`);
    }
  }
}

/**
 * One of a session's own events, beside which its name need not stand.
 *
 * @param {PastEvent} event
 */
export function ownEventLine(event) {
  return eventLine(event, null, () => nothing);
}

/**
 * @param {PastEvent} event
 * @param {Among} among
 * @param {() => unknown} name
 */
function eventLine(event, among, name) {
  const day = new Date(clock.now()).getDate();
  // Its number changes with every event, and what is in it does not.
  return html`<li
    class="event"
    aria-posinset=${among?.number ?? nothing}
    aria-setsize=${among?.count ?? nothing}
    data-line=${event.id}
    data-status=${markOf(event)}
    data-severity=${event.severity}
  >
    ${guard([event.id, day], () => inside(event, name()))}
  </li>`;
}

/**
 * @param {PastEvent} event
 * @param {unknown} name
 */
function inside(event, name) {
  const mark = markOf(event);
  const severity = severityWord(event.severity);
  const time = momentWords(event.at, clock.now(), { seconds: true });
  return html`<span class="time">${time}</span>${mark === 'gone' ? goneMark() : statusMark(mark)}
    <span class="what"
      >${severity ? html`<span class="visually-hidden">${severity}: </span>` : nothing}${name} ${eventWords(event)}</span
    >`;
}

/** @param {PastEvent} event */
function nameOf({ sessionId, sessionName }) {
  return html`<a class="name" href=${detailsAddress(sessionId)} data-session-id=${sessionId} title=${sessionName}
    ><bdi>${sessionName}</bdi></a
  >`;
}

/**
 * What stands between events.
 *
 * @param {string} id
 * @param {Among} among
 * @param {string} kind
 * @param {string} words
 */
function between(id, among, kind, words) {
  return html`<li
    class=${kind}
    aria-posinset=${among?.number ?? nothing}
    aria-setsize=${among?.count ?? nothing}
    data-line=${id}
  >${words}</li>`;
}
