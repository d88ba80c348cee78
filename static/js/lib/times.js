// Times and lengths of time in words. Every figure is as wide as the one it follows.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const QUIET_AFTER_MS = 5 * MINUTE;

/** @param {number} figure */
const two = (figure) => String(figure).padStart(2, '0');

/**
 * To the second below an hour: "48s", "4m 12s", "2h 05m", "3d 4h".
 *
 * @param {number} ms
 */
export function exactly(ms) {
  const length = Math.max(0, ms);
  if (length < MINUTE) return `${Math.floor(length / SECOND)}s`;
  if (length < HOUR) return `${Math.floor(length / MINUTE)}m ${two(Math.floor((length % MINUTE) / SECOND))}s`;
  return hoursAndDays(length);
}

/**
 * To the minute, for what need not be watched: "under 1m", "34m", "2h 05m", "3d 4h".
 *
 * @param {number} ms
 */
export function roughly(ms) {
  const length = Math.max(0, ms);
  if (length < MINUTE) return 'under 1m';
  if (length < HOUR) return `${Math.floor(length / MINUTE)}m`;
  return hoursAndDays(length);
}

/** @param {number} length */
function hoursAndDays(length) {
  if (length < DAY) return `${Math.floor(length / HOUR)}h ${two(Math.floor((length % HOUR) / MINUTE))}m`;
  return `${Math.floor(length / DAY)}d ${Math.floor((length % DAY) / HOUR)}h`;
}

/**
 * How long a working session has written nothing, or null while that is not worth a word.
 *
 * @param {number} lastWriteAt
 * @param {number} now
 */
export function quietWords(lastWriteAt, now) {
  const length = now - lastWriteAt;
  return length < QUIET_AFTER_MS ? null : `quiet for ${roughly(length)}`;
}

/** @type {Map<string, Intl.DateTimeFormat>} each made once: making one costs more than a hundred uses */
const formats = new Map();

/**
 * @param {Intl.DateTimeFormatOptions} parts
 * @param {string | undefined} zone
 */
function formatted(parts, zone) {
  const key = JSON.stringify([parts, zone]);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { ...parts, hourCycle: 'h23', timeZone: zone });
    formats.set(key, format);
  }
  return format;
}

/**
 * The time of day, with as much of the date as it takes: "14:01", "Tue 14:01", "3 Nov 14:01".
 *
 * @param {number} at
 * @param {number} now
 * @param {{ seconds?: boolean, zone?: string }} [options]
 */
export function momentWords(at, now, { seconds = false, zone } = {}) {
  const time = formatted({ hour: '2-digit', minute: '2-digit', second: seconds ? '2-digit' : undefined }, zone);
  const date = formatted({ day: 'numeric', month: 'short', year: 'numeric' }, zone);
  if (date.format(at) === date.format(now)) return time.format(at);
  if (Math.abs(now - at) < 6 * DAY) return `${formatted({ weekday: 'short' }, zone).format(at)} ${time.format(at)}`;
  const sameYear = formatted({ year: 'numeric' }, zone);
  if (sameYear.format(at) !== sameYear.format(now)) return `${date.format(at)} ${time.format(at)}`;
  return `${formatted({ day: 'numeric', month: 'short' }, zone).format(at)} ${time.format(at)}`;
}
