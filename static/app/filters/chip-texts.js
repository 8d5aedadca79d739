/**
 * The filters that are set, as texts. Pure.
 * @module
 */

import { TEXTS_IN } from "../core/language.js";
import { TEXTS } from "../core/texts.js";
import { namesIn } from "./conditions.js";
import { wordFilter } from "./facets.js";
import { valuesOf } from "./filters.js";
import { KINDS, deniedBy, filterNames } from "./kinds.js";
import { plainHours } from "./recurring.js";

/** In other scripts the search does not read stars and hours as the chips say them. */
const IN_LATIN = !["ja", "ko", "zh", "ar"].includes(TEXTS_IN);
const REJECTED = "-1";

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

/**
 * @param {import("./kinds.js").FilterName} name @param {string} value @param {Record<string, string>} areaNames
 * @returns {string} what the search reads as the same filter
 */
export function editable(name, value, areaNames) {
  const denied = name === "not" ? deniedBy(value) : null;
  if (denied) return `-${editable(denied.name, denied.value, areaNames)}`;
  if (name === "q") return value;
  const [prefix] = (TEXTS.grammar.names[name] ?? "").split(" ");
  if (name === "name") return `${prefix}:"${value}"`;
  const { isList, hasIds } = /** @type {import("./kinds.js").Kind} */ (KINDS[name]);
  if (isList) return namesIn(value).map((one) => `${prefix}:"${one}"`).join(" ");
  if (!IN_LATIN && name === "rating" && value !== REJECTED) return `${prefix}:${value}`;
  if (!IN_LATIN && name === "hour") return plainHours(value);
  const words = wordFilter(name, value, areaNames);
  return hasIds && words.includes(" ") ? `"${words}"` : words;
}
