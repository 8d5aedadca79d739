/**
 * The last searches, in local storage.
 * @module
 */

import { recall, remember } from "../core/memory.js";
import { FILTERS_ADDRESS, filterKey } from "../filters/filters.js";

const KEY = "geoindex.searches";
const MOST = 5;
const LONGEST = 2000;

/** @typedef {{title: string, filters: import("../filters/filters.js").Filters}} Recent */

/** @returns {Recent[]} the newest first */
export function recentSearches() {
  try {
    const stored = JSON.parse(recall(KEY) ?? "[]");
    return stored.filter(isStored).slice(0, MOST).map(({ title, address }) => ({ title, ...FILTERS_ADDRESS.read(new URLSearchParams(address)) }));
  } catch {
    return [];
  }
}

/** @param {string} title @param {import("../filters/filters.js").Filters} filters */
export function rememberSearch(title, filters) {
  const others = recentSearches().filter((one) => filterKey(one.filters) !== filterKey(filters));
  const stored = [{ title, filters }, ...others].slice(0, MOST).map((one) => ({ title: one.title, address: FILTERS_ADDRESS.write(/** @type {any} */ (one)).join("&") }));
  if (stored[0].address.length <= LONGEST) remember(KEY, JSON.stringify(stored));
}

function isStored(one) {
  return typeof one?.title === "string" && typeof one.address === "string";
}
