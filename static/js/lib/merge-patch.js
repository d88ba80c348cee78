/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * `target` with a JSON Merge Patch (RFC 7396) applied; neither argument is changed.
 *
 * Built on objects without a prototype chain to write to: a field called `__proto__` is a field.
 *
 * @param {unknown} target
 * @param {unknown} patch
 * @returns {unknown}
 */
export function applyMergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  const fields = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) fields.delete(key);
    else fields.set(key, applyMergePatch(fields.get(key), change));
  }
  return Object.fromEntries(fields);
}
