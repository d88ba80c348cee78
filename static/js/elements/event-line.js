import { html, nothing } from '../../vendor/lit.js';
import { goneMark, statusMark } from '../lib/icons.js';
import { clock } from '../lib/live.js';
import { breakWords, eventWords, markOf, severityWord } from '../lib/past-words.js';
import { detailsAddress } from '../lib/session-address.js';
import { momentWords } from '../lib/times.js';

/**
 * @import { PastEvent } from '../lib/types.d.ts'
 * @import { Line } from '../lib/log.js'
 */

/**
 * One line of the Events log.
 *
 * @param {Line} line
 */
export function logLine(line) {
  const now = clock.now();
  switch (line.kind) {
    case 'event':
      return eventLine(line.event);
    case 'break':
      return html`<li class="between">${breakWords(line, now)}</li>`;
    case 'new':
      return html`<li class="between new-since">New since ${momentWords(line.since, now, { seconds: true })}</li>`;
  }
}

/** @param {PastEvent} event */
function eventLine(event) {
  return line(
    event,
    html`<a class="name" href=${detailsAddress(event.sessionId)} data-session-id=${event.sessionId} title=${event.sessionName}
      ><bdi>${event.sessionName}</bdi></a
    >`,
  );
}

/**
 * One of a session's own events, beside which its name need not stand.
 *
 * @param {PastEvent} event
 */
export function ownEventLine(event) {
  return line(event, nothing);
}

/**
 * @param {PastEvent} event
 * @param {unknown} name
 */
function line(event, name) {
  const mark = markOf(event);
  const severity = severityWord(event.severity);
  const time = momentWords(event.at, clock.now(), { seconds: true });
  return html`<li class="event" data-status=${mark} data-severity=${event.severity}>
    <span class="time">${time}</span>${mark === 'gone' ? goneMark() : statusMark(mark)}
    <span class="what"
      >${severity ? html`<span class="visually-hidden">${severity}: </span>` : nothing}${name} ${eventWords(event)}</span
    >
  </li>`;
}
