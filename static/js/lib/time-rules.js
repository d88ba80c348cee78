/**
 * The time rules between the fields of a form and the object that the API has. No browser.
 *
 * A place is where a field stands in the rules, such as "quietHours.from".
 *
 * @typedef {boolean | string | string[] | number | null} Value
 */

const WHOLE = /^-?[0-9]{1,15}$/;

/**
 * @param {Iterable<[string, Value]>} fields
 * @returns {Record<string, any>}
 */
export function rulesOf(fields) {
  /** @type {Record<string, any>} */
  const rules = {};
  for (const [place, value] of fields) {
    const path = place.split('.');
    const last = /** @type {string} */ (path.pop());
    let at = rules;
    for (const key of path) {
      at[key] ??= {};
      at = at[key];
    }
    at[last] = value;
  }
  return rules;
}

/**
 * @param {unknown} rules
 * @param {string} place
 * @returns {unknown}
 */
export function valueAt(rules, place) {
  return place.split('.').reduce((at, key) => /** @type {any} */ (at)?.[key], rules);
}

/**
 * What a number's field holds. What is no whole number is sent as none, and the server says which
 * it takes.
 *
 * @param {string} text
 * @returns {number | null}
 */
export function wholeNumber(text) {
  return WHOLE.test(text.trim()) ? Number(text) : null;
}

/**
 * What is said in the card.
 *
 * @param {{ saving: boolean, error: string | null, saved: boolean, edited: boolean, elsewhere: boolean }} state
 */
export function savedWords({ saving, error, saved, edited, elsewhere }) {
  if (saving) return 'Saving…';
  if (error !== null) return error;
  if (edited && elsewhere) return 'Changed elsewhere meanwhile. Save puts these in their place.';
  if (edited) return 'Not saved yet';
  return saved ? 'Saved' : '';
}
