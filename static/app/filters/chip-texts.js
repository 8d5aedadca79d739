/**
 * The filters that are set, as texts. Pure.
 * @module
 */

import { wordFilter } from "./facets.js";
import { valuesOf } from "./filters.js";
import { KINDS, filterNames } from "./kinds.js";

/**
 * @param {import("./filters.js").Filters} filters
 * @param {Record<string, string>} [areaNames] of countries, regions and places
 * @returns {{name: import("./kinds.js").FilterName, value: string, text: string}[]} one for each value
 */
export function chipsOf(filters, areaNames) {
  return filterNames().flatMap((name) => valuesOf(filters[name]).map((value) => ({ name, value, text: chipText(name, value, areaNames) })));
}

function chipText(name, value, areaNames) {
  const { chip } = KINDS[name];
  const words = wordFilter(name, value, areaNames);
  return chip ? `${chip}: ${words}` : words;
}
