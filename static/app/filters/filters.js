/**
 * What narrows the photos that the page shows, everywhere at once: on the map, in lists and in counts.
 * Pure functions.
 * @module
 */

/**
 * A filter with several values has them in one text, a line for each: a photo passes that has any of them.
 *
 * @typedef {object} Filters empty texts where nothing is asked
 * @property {string} time a span as the API's `datetime-local` has it, such as `2024-05-01/2024-05-31`
 * @property {string} camera
 * @property {string} media
 * @property {string} source
 * @property {string} path
 * @property {string} country codes or names
 * @property {string} region codes or names
 * @property {string} place GeoNames' numbers or names
 * @property {string} undated anything at all where only photos without a date are asked for
 *
 * @typedef {(changes: Partial<Filters>, how?: {isMoving?: boolean}) => void} Narrow changes filters; a slider that moves says so
 */

/** @type {Filters} */
export const NO_FILTERS = Object.freeze({ time: "", camera: "", media: "", source: "", path: "", country: "", region: "", place: "", undated: "" });

/** No more than this of a filter is read from an address. */
const LONGEST_FILTER = 1000;
const MOST_VALUES = 50;

/** @type {import("../core/address.js").AddressPart} */
export const FILTERS_ADDRESS = {
  fields: { filters: NO_FILTERS },
  read: (fields) => ({ filters: Object.fromEntries(Object.keys(NO_FILTERS).map((name) => [name, valuesIn(fields, name)])) }),
  write: ({ filters }) => Object.entries(filters).flatMap(([name, value]) =>
    valuesOf(value).map((one) => `${name}=${encodeURIComponent(one)}`)),
};

export const FILTERS = {
  filters: NO_FILTERS,
  /** How many photos match the filters anywhere, once asked for. */
  matches: /** @type {import("./matches.js").Matches | null} */ (null),
  /** What the photos can be filtered by, once asked for. */
  facets: /** @type {import("./facets.js").Facets | null} */ (null),
  /** What countries, regions and places are called, by their codes and numbers. */
  areaNames: /** @type {Record<string, string>} */ ({}),
};

/** What `undated` says when it is set. */
export const UNDATED = "only";

/** The API's names for them. */
const PARAMETERS = { time: "datetime-local", camera: "camera", media: "media", source: "source", path: "path", country: "country", region: "region", place: "place" };

/** A photo of which only the camera's clock is known is dated: conditions on `takenAt` take that clock as UTC. */
const IS_UNDATED = "takenAt IS NULL";
const BETWEEN = "\n";

/** What several values are asked for with, since each parameter takes one. @type {Record<string, (value: string) => string>} */
const CONDITIONS = {
  camera: (value) => ["cameraMake", "cameraModel", "lens"].map((name) => `${name} ILIKE ${quoted(`%${escaped(value)}%`)}`).join(" OR "),
  media: (value) => `media LIKE ${quoted(value.includes("/") ? escaped(value) : `${escaped(value)}/%`)}`,
  source: (value) => `locationSource = ${quoted(value)}`,
  path: (value) => `path LIKE ${quoted(likeOf(value))}`,
  country: (value) => (/^[A-Z]{2}$/.test(value) ? `countryCode = ${quoted(value)}` : `country ILIKE ${quoted(escaped(value))}`),
  region: (value) => (/^[A-Z]{2}\.\w+$/.test(value) ? `regionCode = ${quoted(value)}` : `region ILIKE ${quoted(escaped(value))}`),
  place: (value) => (/^\d+$/.test(value) ? `placeId = ${value}` : `place ILIKE ${quoted(escaped(value))}`),
};

/**
 * @param {Filters} filters
 * @returns {Record<string, string>} the parameters of a request
 */
export function filterParameters(filters) {
  const asked = Object.entries(filters).filter(([, value]) => value !== "");
  const isCondition = ([name, value]) => name === "undated" || (name in CONDITIONS && valuesOf(value).length > 1);
  const conditions = asked.filter(isCondition).map(([name, value]) =>
    name === "undated" ? IS_UNDATED : `(${valuesOf(value).map(CONDITIONS[name]).join(" OR ")})`);
  const plain = asked.filter((one) => !isCondition(one)).map(([name, value]) => [PARAMETERS[name], value]);
  return Object.fromEntries(conditions.length ? [...plain, ["filter", conditions.join(" AND ")]] : plain);
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
 * @returns {string} with the value, or without it where it was there
 */
export function toggled(text, value) {
  const values = valuesOf(text);
  return joined(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
}

function quoted(text) {
  return `'${text.replaceAll("'", "''")}'`;
}

function escaped(text) {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** @param {string} glob with `*`, `?` and single characters in brackets @returns {string} the pattern for LIKE */
function likeOf(glob) {
  return glob.replace(/\[(.)\]|[*?]|[\\%_]/g, (part, literal) => {
    if (literal !== undefined) return escaped(literal);
    return { "*": "%", "?": "_" }[part] ?? `\\${part}`;
  });
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

/** Dates are one span; of the others there may be several. */
function valuesIn(fields, name) {
  const values = fields.getAll(name).slice(0, name === "time" || name === "undated" ? 1 : MOST_VALUES);
  // Earlier versions wrote the moments of `time` with the offset of UTC.
  const plain = name === "time" ? values.map((value) => value.replace(/(:\d\d(?:\.\d+)?)Z/gi, "$1")) : values;
  return joined(plain.map((value) => value.replaceAll("\n", " ").slice(0, LONGEST_FILTER)));
}
