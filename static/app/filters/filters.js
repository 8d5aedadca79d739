/**
 * Filters of the photos, which the map, the lists and all counts use.
 * Pure functions.
 * @module
 */

/**
 * A filter with several values has one per line. A photo matches if it has any of them.
 *
 * @typedef {object} Filters empty texts mean no filter
 * @property {string} time a span in the form of the API's `datetime-local`, such as `2024-05-01/2024-05-31`
 * @property {string} month numbers of months, in any year
 * @property {string} camera
 * @property {string} media
 * @property {string} source
 * @property {string} path
 * @property {string} country codes or names
 * @property {string} region codes or names
 * @property {string} place GeoNames' numbers or names
 * @property {string} area names of polygons of the boundaries
 * @property {string} undated not empty if only photos without a date match
 *
 * @typedef {(changes: Partial<Filters>, how?: {isMoving?: boolean}) => void} Narrow changes filters; `isMoving` while a slider moves
 */

/** @type {Filters} */
export const NO_FILTERS = Object.freeze({ time: "", month: "", camera: "", media: "", source: "", path: "", country: "", region: "", place: "", area: "", undated: "" });

/** Longer values in an address are cut. */
const LONGEST_FILTER = 1000;
const MOST_VALUES = 50;

/** @type {import("../core/address.js").AddressPart} */
export const FILTERS_ADDRESS = {
  fields: { filters: NO_FILTERS },
  read: (fields) => ({ filters: /** @type {Filters} */ (Object.fromEntries(Object.keys(NO_FILTERS).map((name) => [name, valuesIn(fields, name)]))) }),
  write: ({ filters }) => Object.entries(filters).flatMap(([name, value]) =>
    valuesOf(value).map((one) => `${name}=${encodeURIComponent(one)}`)),
};

export const FILTERS = {
  filters: NO_FILTERS,
  /** How many photos of the library match the filters; null until counted. */
  matches: /** @type {import("./matches.js").Matches | null} */ (null),
  /** The choices of the filters; null until loaded. */
  facets: /** @type {import("./facets.js").Facets | null} */ (null),
  /** The names of countries, regions and places, by id. */
  areaNames: /** @type {Record<string, string>} */ ({}),
};

/** The value of `undated` when it is set. */
export const UNDATED = "only";

/** The API's parameters. */
const PARAMETERS = { time: "datetime-local", month: "month", camera: "camera", media: "media", source: "source", path: "path", country: "country", region: "region", place: "place", area: "area" };

/** A photo with only the camera's clock is dated: conditions on `takenAt` read that clock as UTC. */
const IS_UNDATED = "takenAt IS NULL";
const BETWEEN = "\n";

/**
 * The conditions for several values, because a parameter has only one.
 *
 * @type {Record<string, (value: string) => string>}
 */
const CONDITIONS = {
  camera: (value) => ["cameraMake", "cameraModel", "lens"].map((name) => `${name} ILIKE ${quoted(`%${escaped(value)}%`)}`).join(" OR "),
  media: (value) => `media LIKE ${quoted(value.includes("/") ? escaped(value) : `${escaped(value)}/%`)}`,
  source: (value) => `locationSource = ${quoted(value)}`,
  path: (value) => `path LIKE ${quoted(likeOf(value))}`,
  country: (value) => (/^[A-Z]{2}$/.test(value) ? `countryCode = ${quoted(value)}` : `country ILIKE ${quoted(escaped(value))}`),
  region: (value) => (/^[A-Z]{2}\.\w+$/.test(value) ? `regionCode = ${quoted(value)}` : `region ILIKE ${quoted(escaped(value))}`),
  place: (value) => (/^\d+$/.test(value) ? `placeId = ${value}` : `place ILIKE ${quoted(escaped(value))}`),
  area: (value) => `area ILIKE ${quoted(escaped(value))}`,
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
  const plain = asked.filter((one) => !isCondition(one)).map(([name, value]) => [PARAMETERS[name], name === "month" ? valuesOf(value).join(",") : value]);
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
 * @returns {string} adds the value, or removes it if it is there
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

/** `time` is one span. The other filters may have several values. */
function valuesIn(fields, name) {
  const values = fields.getAll(name).slice(0, name === "time" || name === "undated" ? 1 : MOST_VALUES);
  // Earlier versions wrote the times with a “Z”.
  const plain = name === "time" ? values.map((value) => value.replace(/(:\d\d(?:\.\d+)?)Z/gi, "$1")) : values;
  const allowed = name === "month" ? plain.filter((value) => /^([1-9]|1[0-2])$/.test(value)) : plain;
  return joined(allowed.map((value) => value.replaceAll("\n", " ").slice(0, LONGEST_FILTER)));
}
