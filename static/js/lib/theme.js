/** @typedef {'night' | 'day' | 'computer'} Theme */

/** Known to first-paint.js too, which runs before any module can. */
const KEPT_AS = 'lookout-theme';

/** @returns {Theme} */
export function keptTheme() {
  const kept = localStorage.getItem(KEPT_AS);
  return kept === 'night' || kept === 'day' ? kept : 'computer';
}

/** @param {Theme} theme */
export function keepTheme(theme) {
  if (theme === 'computer') localStorage.removeItem(KEPT_AS);
  else localStorage.setItem(KEPT_AS, theme);
  showTheme(theme);
}

/** @param {Theme} theme */
function showTheme(theme) {
  if (theme === 'computer') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  tintWindow();
}

/** An installed page's title bar has the page's own ground. */
function tintWindow() {
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  for (const tint of document.querySelectorAll('meta[name="theme-color"]')) tint.setAttribute('content', ground);
}

/** Follows the choice when it is made in another tab, and the computer when that is the choice. */
export function followTheme() {
  tintWindow();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tintWindow);
  window.addEventListener('storage', (event) => {
    if (event.key === KEPT_AS) showTheme(keptTheme());
  });
}
