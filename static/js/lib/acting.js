/**
 * A press that does something: the only way in which the page asks the server to act.
 *
 * @typedef {{ ok: true, answer: Record<string, unknown> }} Done
 * @typedef {{ ok: false, error: string, fields: Record<string, string> }} Refused
 */

const PATIENCE_MS = 15_000;
/** One act of a kind begins a second: one that comes too soon is asked for again, so many times in all. */
const MOST_TRIES = 3;

/**
 * @param {string} path
 * @param {string} action the word that the route wants to hear
 * @param {unknown} body
 * @param {number} [patienceMs] how long the route may take
 * @returns {Promise<Done | Refused>}
 */
export async function act(path, action, body, patienceMs = PATIENCE_MS) {
  try {
    const response = await asked(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Agent-Lookout-Action': action },
      body: JSON.stringify(body),
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    });
    return outcomeOf(response.ok, await response.json());
  } catch {
    return { ok: false, error: 'Agent Lookout did not answer. Start it again, then try once more.', fields: {} };
  }
}

/**
 * @param {string} path
 * @param {RequestInit} request
 */
async function asked(path, request) {
  let response = await fetch(path, request);
  for (let tries = 1; response.status === 429 && tries < MOST_TRIES; tries += 1) {
    const seconds = Number(response.headers.get('Retry-After')) || 1;
    await new Promise((resume) => setTimeout(resume, seconds * 1000));
    response = await fetch(path, request);
  }
  return response;
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
