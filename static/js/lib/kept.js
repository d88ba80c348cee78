// What a person chose, kept in this browser. Where storage is refused, a choice lasts as long as
// the page does.

/**
 * @param {string} name
 * @returns {string | null}
 */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string | null} value null for what need not be kept
 */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is refused; the page itself still follows the choice.
  }
}
