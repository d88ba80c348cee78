/**
 * Draws, and gives the focus back to what had it: a browser takes it from what is moved.
 *
 * @param {() => void} draw
 */
export function keepingFocus(draw) {
  const focused = document.activeElement;
  draw();
  if (focused === document.activeElement || !focused?.isConnected) return;
  if (focused instanceof HTMLElement || focused instanceof SVGElement) focused.focus({ preventScroll: true });
}
