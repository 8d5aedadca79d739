/**
 * Filters of the photos, which the map, the lists and all counts use.
 * Pure functions.
 * @module
 */

import { mayNot } from "../core/roles.js";
import { namesIn } from "./conditions.js";
import { KINDS, filterNames } from "./kinds.js";

/**
 * A filter with several values has one per line. A photo matches if it has any of them. Empty texts mean no filter.
 *
 * @typedef {Record<import("./kinds.js").FilterName, string>} Filters
 * @typedef {(changes: Partial<Filters>, how?: {isMoving?: boolean, isJourney?: boolean}) => void} Narrow changes filters; `isMoving` while a slider moves, `isJourney` if the map has moved with it
 */

/** @type {Filters} */
export const NO_FILTERS = Object.freeze(eachFilter(() => ""));

/** Longer values in an address are cut. */
const LONGEST_FILTER = 1000;
const MOST_VALUES = 50;

/** @type {import("../core/address.js").AddressPart} */
export const FILTERS_ADDRESS = {
  fields: { filters: NO_FILTERS },
  read: (fields) => ({ filters: eachFilter((name) => valuesIn(fields, name)) }),
  write: ({ filters }) => Object.entries(filters).flatMap(([name, value]) =>
    valuesOf(value).map((one) => `${name}=${encodeURIComponent(one)}`)),
};

export const FILTERS = {
  filters: NO_FILTERS,
  /** How many photos of the library match the filters; null until counted. */
  matches: /** @type {import("./matches.js").Matches | null} */ (null),
  /** The choices of the filters; null until loaded. */
  facets: /** @type {import("./facets.js").Facets | null} */ (null),
  /** The names of countries, regions, places and trips, by id. */
  areaNames: /** @type {Record<string, string>} */ ({}),
  /** The name of the saved view that has exactly these filters. */
  savedViewName: "",
  /** Whether the panel of the filters is open. */
  isFiltering: false,
};

/** The value of `undated` when it is set. */
export const UNDATED = "only";

const BETWEEN = "\n";

/**
 * @param {import("../core/store.js").State} state
 * @returns {Filters} of the pins: while a day is open, those of its photos
 */
export function pinFilters({ day, filters }) {
  return day?.filters ?? filters;
}

/**
 * @param {Filters} filters
 * @returns {Record<string, string>} the parameters of a request
 */
export function filterParameters(filters) {
  const asked = filterNames().filter((name) => filters[name] !== "").map((name) => ({ .../** @type {import("./kinds.js").Kind} */ (KINDS[name]), values: valuesOf(filters[name]) }));
  const conditions = asked.filter(isCondition).map(conditionOf);
  const plain = asked.filter((one) => !isCondition(one)).map(({ parameter, expand, between = ",", values }) => [parameter, (expand ? [...new Set(values.flatMap(expand))] : values).join(between)]);
  return Object.assign(Object.fromEntries(plain), conditions.length && { filter: conditions.join(" AND ") });
}

/**
 * Whether a parameter cannot say it.
 *
 * @param {import("./kinds.js").Kind & {values: string[]}} filter
 */
function isCondition({ parameter, expand, between, isList, values }) {
  const isOne = values.length === 1 && !(isList && namesIn(values[0]).length > 1);
  return !parameter || !(expand || between || isOne);
}

/** @param {import("./kinds.js").Kind & {values: string[]}} filter */
function conditionOf({ tests = () => [], isEach, values }) {
  const parts = values.flatMap((value) => tests(value).map(({ condition }) => condition));
  if (isEach || parts.length === 1) return parts.join(" AND ");
  return `(${parts.join(" OR ")})`;
}

/**
 * @param {Pick<import("../core/store.js").State, "visitor">} state
 * @param {Filters} filters
 * @returns {Filters} without those whose requests the server would refuse or answer with nothing, because of the role
 */
export function allowedFilters(state, filters) {
  const trip = mayNot(state, "trips") ? "" : filters.trip;
  const { doubt, flight } = mayNot(state, "doubts") ? { doubt: "", flight: "" } : filters;
  const isAllowed = trip === filters.trip && doubt === filters.doubt && flight === filters.flight;
  return isAllowed ? filters : { ...filters, trip, doubt, flight };
}

/** @param {string} text of a filter @returns {string[]} */
export function valuesOf(text) {
  return text === "" ? [] : text.split(BETWEEN);
}

/** @param {string[]} values @returns {string} */
export function joined(values) {
  return [...new Set(values)].filter(Boolean).join(BETWEEN);
}

/**
 * @param {string} text of a filter
 * @param {string} value
 * @returns {string} adds the value, or removes it if it is there
 */
export function toggled(text, value) {
  const values = valuesOf(text);
  return joined(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
}

/**
 * @param {Filters} filters
 * @returns {string} equal for filters that select the same photos
 */
export function filterKey(filters) {
  return new URLSearchParams(filterParameters(filters)).toString();
}

/**
 * @param {Filters} filters
 * @returns {boolean} whether any filter is set
 */
export function isFiltered(filters) {
  return filterKey(filters) !== "";
}

/**
 * @param {Filters} filters
 * @param {Filters} others
 * @returns {Filters} the first if both are equal, so that views do not update
 */
export function sameFilters(filters, others) {
  return filterKey(filters) === filterKey(others) ? filters : others;
}

/** @param {URLSearchParams} fields @param {import("./kinds.js").FilterName} name */
function valuesIn(fields, name) {
  const { isSingle, longest = LONGEST_FILTER, read = (value) => value } = /** @type {import("./kinds.js").Kind} */ (KINDS[name]);
  const values = fields.getAll(name).slice(0, isSingle ? 1 : MOST_VALUES).map(read);
  return joined(values.map((value) => value.replaceAll("\n", " ").slice(0, longest)));
}

/** @param {(name: import("./kinds.js").FilterName) => string} value @returns {Filters} */
function eachFilter(value) {
  return /** @type {Filters} */ (Object.fromEntries(filterNames().map((name) => [name, value(name)])));
}
