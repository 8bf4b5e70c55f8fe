import { keep, kept } from "./storage.js";

const KEY = "theme";

/** @returns {"auto"|"light"|"dark"} */
export function theme() {
  const chosen = kept(KEY);
  return chosen === "light" || chosen === "dark" ? chosen : "auto";
}

/** @param {"auto"|"light"|"dark"} chosen */
export function setTheme(chosen) {
  keep(KEY, chosen === "auto" ? null : chosen);
  if (chosen === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
