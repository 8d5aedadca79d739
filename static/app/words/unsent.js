/**
 * Changes that the server does not have when the page is left or reloaded. They are kept in this tab.
 * @module
 */

const KEY = "geoindex.unsent-words";

/** @param {[number, import("./change.js").Change][]} unsent by photo */
export function rememberUnsent(unsent) {
  try {
    if (unsent.length) sessionStorage.setItem(KEY, JSON.stringify(unsent));
    else sessionStorage.removeItem(KEY);
  } catch {
    // The browser blocks it.
  }
}

/** @returns {[number, import("./change.js").Change][]} by photo; they are forgotten then */
export function recallUnsent() {
  try {
    const unsent = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    sessionStorage.removeItem(KEY);
    return unsent;
  } catch {
    return [];
  }
}
