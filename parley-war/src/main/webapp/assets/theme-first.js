// Runs before the first paint, so that a chosen theme does not flash in after the other one.
(() => {
  try {
    const theme = localStorage.getItem("parley-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // No storage: the theme of the system.
  }
})();
