/**
 * A press that does something: the only way in which the page asks the server to act.
 *
 * @typedef {{ ok: true, answer: Record<string, unknown> }} Done
 * @typedef {{ ok: false, error: string, fields: Record<string, string> }} Refused
 */

const PATIENCE_MS = 15_000;

/**
 * @param {string} path
 * @param {string} action the word that the route wants to hear
 * @param {unknown} body
 * @returns {Promise<Done | Refused>}
 */
export async function act(path, action, body) {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Agent-Lookout-Action': action },
      body: JSON.stringify(body),
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return outcomeOf(response.ok, await response.json());
  } catch {
    return { ok: false, error: 'Agent Lookout did not answer. Start it again, then try once more.', fields: {} };
  }
}

/**
 * @param {boolean} ok
 * @param {any} answer
 * @returns {Done | Refused}
 */
export function outcomeOf(ok, answer) {
  if (ok && answer?.ok !== false) return { ok: true, answer };
  const error = typeof answer?.error === 'string' ? answer.error : 'It was not done, and why is not known.';
  return { ok: false, error, fields: answer?.fields ?? {} };
}
