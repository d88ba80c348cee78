/**
 * Finding sessions by words in any order, and the places of those words in a text. No browser.
 *
 * @import { Known, Session } from './types.d.ts'
 */
import { agentOf, overviewOf } from './overview.js';
import { appWord } from './words.js';

/** Letters that no decomposition takes apart, as a person without them on the keyboard types them. */
const LETTERS = new Map([
  ['æ', 'ae'],
  ['ð', 'd'],
  ['ø', 'o'],
  ['þ', 'th'],
  ['đ', 'd'],
  ['ħ', 'h'],
  ['ł', 'l'],
  ['œ', 'oe'],
  ['ς', 'σ'],
]);

/**
 * A text without what makes no difference to a person who searches: case, accents, ligatures,
 * full width, and characters that show nothing.
 *
 * @param {string} text
 */
export function fold(text) {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[æðøþđħłœς]/g, (letter) => LETTERS.get(letter) ?? letter);
}

/** @param {string} query */
export function wordsOf(query) {
  return fold(query).split(/\s+/u).filter(Boolean);
}

/** @type {WeakMap<Session, { agent: string, text: string, path: string }>} */
const texts = new WeakMap();

/**
 * What is looked through: names, and apart from them the whole path. Every path of a home has
 * the same beginning, so a path is asked for with a slash.
 *
 * @param {Session} session
 * @param {string} agent
 */
function textsOf(session, agent) {
  const before = texts.get(session);
  if (before?.agent === agent) return before;
  const { name, project, git, machine, cwd } = session;
  const checkout = [git?.branch ?? git?.commit, git?.repository?.name];
  // No word holds a line's end, so none is found across two fields.
  const text = fold([name, project, ...checkout, agent, machine, appWord(session)].filter(Boolean).join('\n'));
  const after = { agent, text, path: fold(cwd ?? '') };
  texts.set(session, after);
  return after;
}

/**
 * Every session that has all of the words somewhere; those that need the person first, longest
 * wait first, and then in the order of the list.
 *
 * @param {Known} known
 * @param {string} query
 * @returns {Session[]}
 */
export function find(known, query) {
  const words = wordsOf(query);
  const { waiting, sessions } = overviewOf(known);
  const all = [...waiting, ...sessions.filter((session) => session.status !== 'needs-you')];
  if (words.length === 0) return all;
  return all.filter((session) => {
    const { text, path } = textsOf(session, agentOf(session, known.sources));
    return words.every((word) => text.includes(word) || (word.includes('/') && path.includes(word)));
  });
}

/**
 * `text` in pieces: those that hold one of the words, and those between them. Joined, they are
 * the text again, to the letter.
 *
 * @param {string} text
 * @param {string[]} words folded
 * @returns {{ text: string, hit: boolean }[]}
 */
export function marked(text, words) {
  const letters = lettersOf(text);
  const folded = letters.map((letter) => letter.folded).join('');
  const hits = new Set(words.flatMap((word) => placesOf(word, folded)));
  /** @type {{ text: string, hit: boolean }[]} */
  const pieces = [];
  let at = 0;
  for (const letter of letters) {
    const end = at + letter.folded.length;
    const hit = hits.size > 0 && holdsAny(hits, at, end);
    const last = pieces.at(-1);
    if (last?.hit === hit) last.text += letter.text;
    else pieces.push({ text: letter.text, hit });
    at = end;
  }
  return pieces;
}

/**
 * Letters with whatever is written over them, and how each is folded.
 *
 * @param {string} text
 */
function lettersOf(text) {
  /** @type {{ text: string, folded: string }[]} */
  const letters = [];
  for (const character of text) {
    const folded = fold(character);
    const last = letters.at(-1);
    if (folded === '' && last) last.text += character;
    else letters.push({ text: character, folded });
  }
  return letters;
}

/**
 * Every place of `folded` that a word lies on.
 *
 * @param {string} word
 * @param {string} folded
 */
function placesOf(word, folded) {
  /** @type {number[]} */
  const places = [];
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
    for (let place = at; place < at + word.length; place += 1) places.push(place);
  }
  return places;
}

/**
 * @param {Set<number>} places
 * @param {number} from
 * @param {number} until
 */
function holdsAny(places, from, until) {
  for (let place = from; place < until; place += 1) if (places.has(place)) return true;
  return false;
}
