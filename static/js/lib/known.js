/**
 * What the page knows, and how a message changes it. No browser, no clock.
 *
 * @import { Known, Message, Patch, Snapshot } from './types.d.ts'
 */
import { applyMergePatch } from './merge-patch.js';

/** A message that does not fit what is known: only a whole snapshot can mend it. */
export class Gap extends Error {}

/**
 * What is known after `message`. The same object comes back when nothing but the time changed
 * hands, so that whoever compares by identity does no work.
 *
 * @param {Known | null} known
 * @param {Message} message
 * @returns {Known | null}
 */
export function receive(known, message) {
  switch (message.type) {
    case 'snapshot':
      return fromSnapshot(known, message.revision, message.snapshot);
    case 'diff':
      if (known === null || message.base !== known.revision) throw new Gap('a diff of another revision');
      return withPatch(known, message.revision, message.patch);
    case 'tick':
      if (known === null || message.revision !== known.revision) throw new Gap('a tick of another revision');
      return known;
    default:
      // A later server may say more than this page knows of.
      return known;
  }
}

/**
 * @param {Known | null} before
 * @param {number} revision
 * @param {Snapshot} snapshot
 * @returns {Known}
 */
function fromSnapshot(before, revision, snapshot) {
  if (!Array.isArray(snapshot?.sessions) || !Array.isArray(snapshot.sources)) {
    throw new Gap('a snapshot with no lists');
  }
  return {
    revision,
    generatedAt: snapshot.generatedAt,
    sessions: byId(snapshot.sessions, before?.sessions),
    order: snapshot.sessions.map((session) => session.id),
    sources: byId(snapshot.sources, before?.sources),
    timeRules: sameOr(before?.timeRules, snapshot.timeRules ?? null),
    quiet: snapshot.quiet ?? false,
  };
}

/**
 * What was there before, when what is there now is equal.
 *
 * @template T
 * @param {T | undefined} before
 * @param {T} now
 * @returns {T}
 */
function sameOr(before, now) {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

/**
 * Keeps the object of before for one that is equal, so that a reconnect redraws nothing.
 *
 * @template {{ id: string }} T
 * @param {T[]} list
 * @param {Map<string, T> | undefined} before
 * @returns {Map<string, T>}
 */
function byId(list, before) {
  return new Map(list.map((one) => [one.id, sameOr(before?.get(one.id), one)]));
}

/**
 * @param {Known} known
 * @param {number} revision
 * @param {Patch} patch
 * @returns {Known}
 */
function withPatch(known, revision, patch) {
  const sessions = patched(known.sessions, patch.sessions);
  const order = patch.order ?? known.order;
  if (order.length !== sessions.size || !order.every((id) => sessions.has(id))) {
    throw new Gap('an order that is not that of the sessions');
  }
  return {
    revision,
    generatedAt: patch.generatedAt,
    sessions,
    order,
    sources: patched(known.sources, patch.sources),
    timeRules: patch.timeRules ?? known.timeRules,
    quiet: patch.quiet ?? known.quiet,
  };
}

/**
 * @template {{ id: string }} T
 * @param {Map<string, T>} before
 * @param {Record<string, Record<string, unknown> | null> | undefined} changes
 * @returns {Map<string, T>}
 */
function patched(before, changes) {
  if (!changes) return before;
  const after = new Map(before);
  for (const [id, change] of Object.entries(changes)) {
    if (change === null) after.delete(id);
    else after.set(id, /** @type {T} */ (applyMergePatch(before.get(id), change)));
  }
  return after;
}
