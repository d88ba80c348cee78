/**
 * How the history is kept, in words. No browser.
 *
 * @import { Kept } from './types.d.ts'
 */

/**
 * @param {number} bytes
 */
export function sizeWords(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/**
 * One sentence on where it is kept, or that it is not.
 *
 * @param {Kept} kept
 */
export function keptWords(kept) {
  if (!kept.on) return 'In memory alone: nothing is written, and it begins anew with each start.';
  return `In ${kept.folder}, ${sizeWords(kept.bytes)} so far.`;
}
