import { guard, html, svg } from '../../vendor/lit.js';
import { unmeasured } from '../lib/measured.js';
import { spanWords } from '../lib/past-words.js';
import { percent, placeOf } from '../lib/plot.js';
import { HOUR_MS } from '../lib/recall.js';
import { spansOf } from '../lib/spans.js';

/**
 * @import { Past, Stretch } from '../lib/types.d.ts'
 * @import { Row } from '../lib/spans.js'
 */

/** How often the tracks are drawn anew; in between they are only moved along. */
const ANEW_MS = 60 * 1000;
/** How often they are moved along. */
const ALONG_MS = 10 * 1000;

/**
 * Where tracks begin and end at a moment. They are drawn somewhat longer than they are seen, so
 * that as time goes by nothing of them changes but where they lie.
 *
 * @param {number} now
 * @returns {Stretch}
 */
export function windowAt(now) {
  const from = Math.floor((now - HOUR_MS) / ANEW_MS) * ANEW_MS;
  return { from, to: from + HOUR_MS + 2 * ANEW_MS };
}

/**
 * How far the tracks lie from where they were drawn, as a share of what is seen of them.
 *
 * @param {Stretch} window
 * @param {number} now
 */
export function shiftAt(window, now) {
  return percent(window.from - (Math.floor(now / ALONG_MS) * ALONG_MS - HOUR_MS), HOUR_MS);
}

/**
 * Where nobody measured, and before the time from which the events are known.
 *
 * @param {Past} past
 * @param {Stretch} window
 * @param {number} now
 * @returns {Stretch[]}
 */
export function gapsIn(past, window, now) {
  const known = Math.max(window.from, past.pointsFrom, past.eventsFrom);
  const before = known > window.from ? [{ from: window.from, to: known }] : [];
  return [...before, ...unmeasured(past.points, known, now)];
}

/**
 * One session's statuses over the last hour.
 *
 * @param {Row} row
 * @param {{ window: Stretch, gaps: Stretch[], gapsKey: string, now: number, role: 'gridcell' | 'img' }} seen
 */
export function track(row, { window, gaps, gapsKey, now, role }) {
  return html`<svg class="track">
    <svg class="sheet-of-time" x=${shiftAt(window, now)} width="100%" height="100%">
      ${guard([row.session, row.events, gapsKey, window.from], () => spans(row, { window, gaps, now, role }))}
    </svg>
  </svg>`;
}

/**
 * @param {Row} row
 * @param {{ window: Stretch, gaps: Stretch[], now: number, role: string }} seen
 */
function spans(row, { window, gaps, now, role }) {
  return spansOf(row, window, gaps).map((span) => {
    const { x, width } = placeOf(span, window.from, HOUR_MS);
    const goesOn = span.to === window.to;
    const since = goesOn ? Math.min(span.from, row.session?.statusSince ?? span.from) : span.from;
    const words = spanWords({ ...span, from: since }, now, goesOn);
    const kind = span.status ?? 'unmeasured';
    return svg`<rect
      class="span ${kind === 'unmeasured' ? 'hatched' : 'fill'}"
      role=${role}
      tabindex="-1"
      aria-label=${words}
      data-status=${kind}
      data-from=${span.from}
      x=${x}
      width=${width}
    />`;
  });
}
