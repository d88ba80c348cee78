/**
 * The address of a session's details. The server takes only plain characters in a path, so the
 * rest of an id, which may be the name of a file, is written `~` and two figures a byte.
 */

const PREFIX = '/sessions/';
const PLAIN = /[A-Za-z0-9._:-]/;

/** @param {string} id */
export function detailsAddress(id) {
  let path = PREFIX;
  for (const character of id) path += PLAIN.test(character) ? character : escaped(character);
  return path;
}

/** @param {string} character */
function escaped(character) {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `~${byte.toString(16).padStart(2, '0')}`).join('');
}

/**
 * @param {string} path
 * @returns {string | null} the id of the session whose details are asked for, if any are
 */
export function idAt(path) {
  if (!path.startsWith(PREFIX) || path.length === PREFIX.length) return null;
  const bytes = [...path.slice(PREFIX.length).matchAll(/~([0-9a-f]{2})|./gsu)].flatMap(([text, hex]) =>
    hex === undefined ? [...new TextEncoder().encode(text)] : [Number.parseInt(hex, 16)],
  );
  return new TextDecoder().decode(new Uint8Array(bytes));
}
