/**
 * Changes that the server does not have yet. They are kept in this tab, also when it crashes.
 * @module
 */

import { changeOf, isEmpty } from "./change.js";

const KEY = "geoindex.unsent-words";

/** @typedef {import("./outbox.js").Unsent} Unsent */

/** @param {[number, Unsent][]} unsent by photo */
export function rememberUnsent(unsent) {
  const told = unsent.filter(([, { change, held }]) => !isEmpty(change) || Object.keys(held).length > 0);
  try {
    if (told.length) sessionStorage.setItem(KEY, JSON.stringify(told));
    else sessionStorage.removeItem(KEY);
  } catch {
    // The browser blocks it.
  }
}

/** @returns {[number, Unsent][]} by photo */
export function recallUnsent() {
  try {
    const unsent = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return unsent.map(([photo, { change, held = {}, base = { values: {}, acts: null } }]) => [photo, { change: changeOf(change), held, base }]);
  } catch {
    return [];
  }
}
