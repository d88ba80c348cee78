import { html, LitElement, live } from '../../vendor/lit.js';
import { icon } from '../lib/icons.js';
import { keepTheme, keptTheme } from '../lib/theme.js';

/** @type {{ theme: import('../lib/theme.js').Theme, drawn: string, words: string }[]} */
const CHOICES = [
  { theme: 'night', drawn: 'moon', words: 'Night' },
  { theme: 'day', drawn: 'sun', words: 'Day' },
  { theme: 'computer', drawn: 'monitor', words: 'Follow the computer' },
];

/** Night, Day, or as the computer has it; kept in this browser. */
class ThemeChoice extends LitElement {
  /** @override */
  createRenderRoot() {
    return this;
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    window.addEventListener('storage', () => this.requestUpdate());
  }

  /** @override */
  render() {
    const kept = keptTheme();
    return html`<fieldset class="choices">
      <legend class="visually-hidden">Theme</legend>
      ${CHOICES.map(
        ({ theme, drawn, words }) =>
          html`<label>
            <input type="radio" name="theme" value=${theme} .checked=${live(theme === kept)} @change=${() => keepTheme(theme)} />
            ${icon(drawn)}<span>${words}</span>
          </label>`,
      )}
    </fieldset>`;
  }
}

customElements.define('theme-choice', ThemeChoice);
