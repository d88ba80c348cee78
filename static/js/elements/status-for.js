import { html, nothing } from '../../vendor/lit.js';
import './elapsed-time.js';
import './quiet-for.js';

/** @import { Session } from '../lib/types.d.ts' */

/** Statuses in which seconds matter; the others are read to the minute, and so stand still. */
const WATCHED = new Set(['needs-you', 'working']);

/**
 * For how long a session has had its status.
 *
 * @param {Session} session
 */
export function statusFor({ status, statusSince }) {
  return html`<elapsed-time since=${statusSince ?? ''} ?rough=${!WATCHED.has(status)}></elapsed-time>`;
}

/**
 * What is measured beside the status.
 *
 * @param {Session} session
 */
export function besideStatus(session) {
  if (session.failure) return html`<span class="beside" title=${session.failure}><bdi>${session.failure}</bdi></span>`;
  if (session.stale) return html`<span class="beside">stale</span>`;
  if (session.status !== 'working') return nothing;
  return html`${session.activity === 'background' ? html`<span class="beside">background command running</span>` : nothing}
  ${session.lastWriteAt ? html`<quiet-for class="beside" last-write=${session.lastWriteAt}></quiet-for>` : nothing}`;
}
