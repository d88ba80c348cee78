// What every dialog of the page does. Opening, Escape and giving the focus back are the browser's.

/**
 * Closes a dialog that was pressed beside: its own box holds nothing but its content.
 *
 * @param {Event} event
 */
export function closeIfBeside({ target, currentTarget }) {
  if (target === currentTarget && currentTarget instanceof HTMLDialogElement) currentTarget.close();
}

/**
 * What had the focus when a dialog was opened may be gone by now. The view itself has it then, and
 * not what has just closed.
 */
export function focusSomething() {
  const { activeElement, body } = document;
  if (activeElement !== body && !activeElement?.closest('dialog:not([open])')) return;
  const main = document.querySelector('main');
  if (main instanceof HTMLElement) main.focus({ preventScroll: true });
}
