/**
 * The choices of the filters, with counts: the requests for them, and the choices in the answers.
 * Pure functions.
 * @module
 */

import { folded } from "../core/fold.js";
import { TEXTS } from "../core/texts.js";
import { KINDS, deniedBy, filterNames } from "./kinds.js";
import { valuesOf } from "./filters.js";

/**
 * @typedef {import("./filters.js").Filters} Filters
 * @typedef {import("./kinds.js").FilterName} FilterName
 * @typedef {import("./kinds.js").Choice} Choice
 * @typedef {Partial<Record<FilterName, Choice[]>>} Facets the choices with counts
 */

/** The filters whose choices have counts. */
const COUNTED = filterNames(({ facet }) => facet);

/**
 * The requests for the choices. Each filter's own choices are counted as if it were not set, so that the reader sees
 * the alternatives.
 *
 * @param {Filters} filters
 * @returns {{names: FilterName[], filters: Filters}[]} one request for all filters that are not set, and one for each that is
 */
export function facetQuestions(filters) {
  const free = COUNTED.filter((name) => filters[name] === "");
  const questions = COUNTED.filter((name) => filters[name] !== "").map((name) => ({ names: [name], filters: { ...filters, [name]: "" } }));
  return free.length ? [{ names: free, filters }, ...questions] : questions;
}

/**
 * @param {import("./kinds.js").FacetsAnswer} answer
 * @returns {Facets}
 */
export function choicesOf(answer) {
  return Object.fromEntries(COUNTED.map((name) => [name, KINDS[name].facet(answer)]));
}

/**
 * @param {import("../api/counts.js").CountedSpan[]} days the photos of each day
 * @returns {Choice[]} the months of any year
 */
export function monthChoices(days) {
  const countOf = (month) => days.reduce((sum, { from, count }) => (Number(from.slice(5, 7)) === month ? sum + count : sum), 0);
  return (KINDS.month.choices ?? []).map((one) => ({ ...one, count: countOf(Number(one.value)) }));
}

/**
 * Adds the selected choices, even if they match nothing.
 *
 * @param {Choice[]} choices
 * @param {FilterName} name
 * @param {string} chosen the filter's value
 * @param {Record<string, string>} [areaNames]
 * @returns {Choice[]}
 */
export function withChosen(choices, name, chosen, areaNames = {}) {
  const missing = valuesOf(chosen).filter((value) => !choices.some((one) => one.value === value));
  return [...missing.map((value) => ({ value, label: wordFilter(name, value, areaNames), count: null })), ...choices];
}

/**
 * @param {Choice[]} choices
 * @param {string} words
 * @returns {Choice[]} those whose label contains all the words, ignoring case and accents
 */
export function found(choices, words) {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  return choices.filter(({ label }) => wanted.every((word) => folded(label).includes(word)));
}

/**
 * @param {FilterName} name
 * @param {string} value
 * @param {Record<string, string>} [areaNames] of countries, regions, places and trips
 * @returns {string} a filter's value in words
 */
export function wordFilter(name, value, areaNames = {}) {
  const { hasIds, isNamed, word } = /** @type {import("./kinds.js").Kind} */ (KINDS[name]);
  const denied = name === "not" ? deniedBy(value) : null;
  if (denied) return TEXTS.without(wordFilter(denied.name, denied.value, areaNames));
  return ((hasIds || isNamed) && areaNames[value]) || (word?.(value) ?? value);
}
