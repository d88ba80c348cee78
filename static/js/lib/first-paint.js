// Not a module: it must set the kept theme before the first paint, so that nothing flashes.
(() => {
  try {
    const theme = localStorage.getItem('lookout-theme');
    if (theme === 'night' || theme === 'day') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is refused: the page follows the computer.
  }
})();
