/**
 * Changes that the server does not have yet. They are kept in this tab, also when it crashes.
 * @module
 */

import { recallInTab, rememberInTab } from "../core/memory.js";
import { changeOf, isEmpty } from "./change.js";

const KEY = "geoindex.unsent-words";

/** @typedef {import("./outbox.js").Unsent} Unsent */

/** @param {[number, Unsent][]} unsent by photo */
export function rememberUnsent(unsent) {
  const told = unsent.filter(([, { change, held }]) => !isEmpty(change) || Object.keys(held).length > 0);
  rememberInTab(KEY, told.length ? JSON.stringify(told) : null);
}

/** @returns {[number, Unsent][]} by photo */
export function recallUnsent() {
  try {
    const unsent = JSON.parse(recallInTab(KEY) ?? "[]");
    return unsent.map(([photo, { change, held = {}, base = { values: {}, acts: null }, lost = null }]) => [photo, { change: changeOf(change), held, base, lost }]);
  } catch {
    return [];
  }
}
