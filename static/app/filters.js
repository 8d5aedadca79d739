/**
 * What narrows the photos that the page shows, everywhere at once: on the map, in lists and in counts.
 * Pure functions.
 * @module
 */

/**
 * @typedef {object} Filters empty texts where nothing is asked
 * @property {string} time a span as the API's `datetime` has it, such as `2024-05-01/2024-05-31`
 * @property {string} camera
 * @property {string} media
 * @property {string} source
 * @property {string} path
 * @property {string} undated anything at all where only photos without a date are asked for
 */

/** @type {Filters} */
export const NO_FILTERS = Object.freeze({ time: "", camera: "", media: "", source: "", path: "", undated: "" });

/** What `undated` says when it is set. */
export const UNDATED = "only";

/** The API's names for them. */
const PARAMETERS = { time: "datetime", camera: "camera", media: "media", source: "source", path: "path", undated: "filter" };

/** A photo of which only the camera's clock is known is dated: conditions on `takenAt` take that clock as UTC. */
const IS_UNDATED = "takenAt IS NULL";

/**
 * @param {Filters} filters
 * @returns {Record<string, string>} the parameters of a request
 */
export function filterParameters(filters) {
  const asked = Object.entries(filters).filter(([, value]) => value !== "");
  return Object.fromEntries(asked.map(([name, value]) => [PARAMETERS[name], name === "undated" ? IS_UNDATED : value]));
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
 * @returns {boolean} whether any is set
 */
export function isFiltered(filters) {
  return filterKey(filters) !== "";
}

/**
 * @param {Filters} filters
 * @param {Filters} others
 * @returns {Filters} the first where both say the same, so that nothing is asked for anew
 */
export function sameFilters(filters, others) {
  return filterKey(filters) === filterKey(others) ? filters : others;
}
