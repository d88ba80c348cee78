/**
 * The ways to lay out the sessions: as they come, by repository, or in a column for each status.
 *
 * @import { Session, Status } from './types.d.ts'
 */
import { keep, kept } from './kept.js';
import { knownStatus } from './words.js';

/**
 * @typedef {'list' | 'repos' | 'board'} Layout
 * @typedef {{ id: string, name: string | null, where: string | null, sessions: Session[] }} Group `name` null: no
 *   repository; `where`: a folder of it, when another has the same name
 * @typedef {'needs-you' | 'working' | 'idle' | 'over' | 'unknown'} ColumnKey
 * @typedef {{ key: ColumnKey, sessions: Session[] }} Column
 */

const KEPT_AS = 'lookout-layout';

/** @returns {Layout} */
export function keptLayout() {
  const layout = kept(KEPT_AS);
  return layout === 'repos' || layout === 'board' ? layout : 'list';
}

/** @param {Layout} layout */
export function keepLayout(layout) {
  keep(KEPT_AS, layout === 'list' ? null : layout);
}

/**
 * Sessions of one repository together, worktrees included; those in none come last. A group
 * stands where its first session does, and keeps the order of the list inside.
 *
 * @param {Session[]} sessions
 * @returns {Group[]}
 */
export function byRepository(sessions) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  /** @type {Group} */
  const none = { id: '', name: null, where: null, sessions: [] };
  for (const session of sessions) groupOf(session, groups, none).sessions.push(session);
  tellApart([...groups.values()]);
  return none.sessions.length > 0 ? [...groups.values(), none] : [...groups.values()];
}

/**
 * @param {Session} session
 * @param {Map<string, Group>} groups
 * @param {Group} none
 */
function groupOf({ git }, groups, none) {
  if (!git?.repository) return none;
  const { id, name } = git.repository;
  const group = groups.get(id) ?? { id, name, where: null, sessions: [] };
  groups.set(id, group);
  return group;
}

/** @param {Group[]} groups */
function tellApart(groups) {
  /** @type {Map<string | null, number>} */
  const counts = new Map();
  for (const { name } of groups) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const group of groups) {
    if ((counts.get(group.name) ?? 0) > 1) group.where = group.sessions[0]?.cwd ?? null;
  }
}

/** @type {Record<Status, ColumnKey>} */
const COLUMN_OF = {
  'needs-you': 'needs-you',
  working: 'working',
  idle: 'idle',
  finished: 'over',
  failed: 'over',
  unknown: 'unknown',
};

/**
 * The board's columns, each in the order of the list. There is one for sessions whose status is
 * not known only while there are any.
 *
 * @param {Session[]} sessions
 * @returns {Column[]}
 */
export function columnsOf(sessions) {
  /** @type {Record<ColumnKey, Session[]>} */
  const columns = { 'needs-you': [], working: [], idle: [], over: [], unknown: [] };
  for (const session of sessions) columns[COLUMN_OF[knownStatus(session.status)]].push(session);
  const all = /** @type {Column[]} */ (Object.entries(columns).map(([key, list]) => ({ key, sessions: list })));
  return all.filter(({ key, sessions: list }) => key !== 'unknown' || list.length > 0);
}
