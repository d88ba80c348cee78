/**
 * The form of the time rules, which the server made; this sends it and says what came of it.
 *
 * @import { State, TimeRules } from '../lib/types.d.ts'
 * @import { Value } from '../lib/time-rules.js'
 */
import { act } from '../lib/acting.js';
import { store } from '../lib/live.js';
import { rulesOf, savedWords, valueAt, wholeNumber } from '../lib/time-rules.js';

const AT_REST = { saving: false, error: /** @type {string | null} */ (null), saved: false, elsewhere: false };

class TimeRulesForm extends HTMLElement {
  #form = /** @type {HTMLFormElement} */ (this.querySelector('form'));
  #said = /** @type {HTMLElement} */ (this.querySelector('.rules-said'));
  #state = AT_REST;
  /** What the server is known to have, as text. */
  #kept = '';
  /** @type {TimeRules | null} what the store told last */
  #seen = null;
  /** @type {(() => void) | undefined} */
  #unsubscribe;

  connectedCallback() {
    this.#kept = this.#text();
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#save();
    });
    this.#form.addEventListener('input', (event) => this.#edited(/** @type {HTMLInputElement} */ (event.target)));
    this.#unsubscribe = store.subscribe((state) => this.#follow(state));
  }

  disconnectedCallback() {
    this.#unsubscribe?.();
  }

  async #save() {
    if (this.#state.saving) return;
    this.#become({ ...AT_REST, saving: true });
    const sent = rulesOf(this.#fields());
    const outcome = await act('/api/settings/time-rules', 'time-rules', { timeRules: sent });
    this.#tellFields(outcome.ok ? {} : outcome.fields);
    if (outcome.ok) {
      this.#keep(/** @type {TimeRules} */ (outcome.answer.timeRules), JSON.stringify(sent) === this.#text());
      this.#become({ ...AT_REST, saved: true });
    } else {
      this.#become({ ...AT_REST, error: outcome.error });
    }
  }

  /** @param {HTMLInputElement} input */
  #edited(input) {
    this.#tellField(input.dataset.place ?? '', '');
    this.#become({ ...AT_REST, elsewhere: this.#state.elsewhere });
  }

  /**
   * Another page may have changed a rule; what is being edited here is left alone.
   *
   * @param {State} state
   */
  #follow({ known }) {
    if (!known?.timeRules || known.timeRules === this.#seen || this.#state.saving) return;
    this.#seen = known.timeRules;
    const untouched = this.#text() === this.#kept;
    const before = this.#kept;
    this.#keep(known.timeRules, untouched);
    if (this.#kept === before) return;
    if (untouched) this.#tellFields({});
    this.#become(untouched ? this.#state : { ...this.#state, elsewhere: true });
  }

  /**
   * @param {TimeRules} rules
   * @param {boolean} show whether the fields should hold them
   */
  #keep(rules, show) {
    this.#kept = JSON.stringify(
      rulesOf(this.#places().map((place) => [place, /** @type {Value} */ (valueAt(rules, place))])),
    );
    if (show && this.#text() !== this.#kept) for (const input of this.#inputs()) fill(input, rules);
  }

  #inputs() {
    return [.../** @type {NodeListOf<HTMLInputElement>} */ (this.querySelectorAll('input[data-place]'))];
  }

  #places() {
    return [...new Set(this.#inputs().map((input) => input.dataset.place ?? ''))];
  }

  /** @returns {[string, Value][]} */
  #fields() {
    const inputs = this.#inputs();
    return this.#places().map((place) => [place, heldBy(inputs.filter((input) => input.dataset.place === place))]);
  }

  #text() {
    return JSON.stringify(rulesOf(this.#fields()));
  }

  /** @param {Record<string, string>} sentences by place */
  #tellFields(sentences) {
    for (const place of this.#places()) this.#tellField(place, sentences[place] ?? '');
    this.#inputs()
      .find((input) => sentences[input.dataset.place ?? ''])
      ?.focus();
  }

  /**
   * @param {string} place
   * @param {string} sentence empty when nothing is wrong with the field
   */
  #tellField(place, sentence) {
    const told = this.querySelector(`[data-error-of="${place}"]`);
    if (told) told.textContent = sentence;
    for (const input of this.#inputs()) {
      if (input.dataset.place !== place) continue;
      if (sentence) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
  }

  /** @param {typeof AT_REST} state */
  #become(state) {
    this.#state = state;
    this.#said.textContent = savedWords({ ...state, edited: this.#text() !== this.#kept });
    this.#said.toggleAttribute('data-problem', state.error !== null);
  }
}

/**
 * @param {HTMLInputElement[]} inputs all of one place
 * @returns {Value}
 */
function heldBy(inputs) {
  const [input] = inputs;
  if (input === undefined) return null;
  if (isOneOfSeveral(input)) return inputs.filter((one) => one.checked).map((one) => one.value);
  if (input.type === 'checkbox') return input.checked;
  return input.type === 'number' ? wholeNumber(input.value) : input.value;
}

/**
 * @param {HTMLInputElement} input
 * @param {TimeRules} rules
 */
function fill(input, rules) {
  const value = valueAt(rules, input.dataset.place ?? '');
  if (Array.isArray(value)) input.checked = value.includes(input.value);
  else if (input.type === 'checkbox') input.checked = value === true;
  else input.value = String(value);
}

/** @param {HTMLInputElement} input */
function isOneOfSeveral(input) {
  return input.closest('.rule-days') !== null;
}

customElements.define('time-rules', TimeRulesForm);
