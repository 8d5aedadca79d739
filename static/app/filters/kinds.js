/**
 * The filters: one entry has all that the page knows about one of them. Their order is that of the lists, the chips and
 * the fields of the address. Pure.
 * @module
 */

import { formatCamera, formatLocationSource, nameOfMonth } from "../core/format.js";
import { formatSpan, parseSpan } from "../core/span.js";
import { TEXTS } from "../core/texts.js";
import { wordSpan } from "../time/words.js";
import { dayTests, daysOfYear, hourTests, hoursIn, monthTests, monthsIn, wordDays, wordHours, wordMonths, wordWeekday } from "./recurring.js";

/**
 * @typedef {import("./recurring.js").Test} Test
 * @typedef {{value: string, label: string, count: number | null}} Choice value is what the filter is set to
 *
 * @typedef {object} Kind of filter
 * @property {string} [parameter] the API's; without one its tests are used
 * @property {(value: string) => Test[]} [tests] a photo has the value if it passes one of them. For several values,
 * because a parameter has only one, and for values that photos must not have
 * @property {(value: string) => string[]} [expand] the parameter's values, which may be several: its list has them
 * @property {boolean} [isEach] whether a photo must have all values, and not one of them
 * @property {boolean} [isSingle] whether it has at most one value
 * @property {(value: string) => string} [read] corrects a value of an address; empty if it is not valid
 * @property {(value: string) => string} [word] a value in words, if it is not its own
 * @property {boolean} [hasIds] whether values are ids of areas, whose names the page learns
 * @property {string} [chip] what its chip begins with, if values do not make the filter clear
 * @property {string} [title] the heading of its list, for those that have one
 * @property {string} [any] the label for no choice
 * @property {Choice[]} [choices] of the list, if they are always the same
 * @property {(answer: FacetsAnswer) => Choice[]} [facet] its choices with counts
 * @property {string} [sign] the icon of its choices in the search, which finds them by their labels
 *
 * @typedef {object} FacetsAnswer
 * @property {{make?: string, model?: string, count: number}[]} cameras
 * @property {{value: string, count: number}[]} media
 * @property {{value: string, count: number}[]} sources
 * @property {{path: string, glob?: string, count: number}[]} folders
 * @property {CountedArea[]} countries
 * @property {CountedArea[]} regions
 * @property {CountedArea[]} places
 * @property {{name: string, count: number}[]} areas
 *
 * @typedef {{id: string, name: string, country?: string, count: number}} CountedArea
 */

const MEDIA = { image: TEXTS.photos, video: TEXTS.videos };

export const KINDS = typed({
  /** A span in the form of the API's `datetime-local`, such as `2024-05-01/2024-05-31`. */
  time: {
    parameter: "datetime-local", isSingle: true,
    // Earlier versions wrote the times with a “Z”.
    read: (value) => value.replace(/(:\d\d(?:\.\d+)?)Z/gi, "$1"),
    word(value) {
      const span = parseSpan(value);
      return span ? wordSpan(span) : value;
    },
    tests: (value) => spanTests(value),
  },
  /** Months of any year: `6`, `5-7`, or a season such as `winter` or `winter-south`. */
  month: {
    parameter: "month",
    read: (value) => (monthsIn(value).length ? value : ""),
    expand: (value) => monthsIn(value).map(String),
    word: wordMonths,
    tests: monthTests,
    title: TEXTS.month, any: TEXTS.anyMonth,
    choices: Array.from({ length: 12 }, (_, month) => ({ value: String(month + 1), label: nameOfMonth(month + 1), count: null })),
  },
  /** Days of any year: `12-24`, or `12-24/12-26`. */
  date: {
    read: (value) => (daysOfYear(value).length ? value : ""),
    word: wordDays,
    tests: dayTests,
  },
  /** Weekdays, 1 for Monday. */
  weekday: {
    parameter: "weekday",
    read: (value) => (/^[1-7]$/.test(value) ? value : ""),
    expand: (value) => [value],
    word: wordWeekday,
  },
  /** Hours of the day, by the cameras' clocks: `17-22`, both included. */
  hour: {
    parameter: "hour",
    read: (value) => (hoursIn(value).length ? value : ""),
    expand: (value) => [value],
    word: wordHours,
    tests: hourTests,
  },
  /** Codes or names. */
  country: {
    parameter: "country",
    tests: (value) => [/^[A-Z]{2}$/.test(value) ? ["countryCode", `= ${quoted(value)}`] : ["country", `ILIKE ${quoted(escaped(value))}`]],
    hasIds: true, title: TEXTS.country, any: TEXTS.anyCountry,
    facet: ({ countries }) => areaChoices(countries),
  },
  /** Codes or names. */
  region: {
    parameter: "region",
    tests: (value) => [/^[A-Z]{2}\.\w+$/.test(value) ? ["regionCode", `= ${quoted(value)}`] : ["region", `ILIKE ${quoted(escaped(value))}`]],
    hasIds: true, title: TEXTS.region, any: TEXTS.anyRegion,
    facet: ({ regions }) => areaChoices(regions),
  },
  /** GeoNames' numbers or names. */
  place: {
    parameter: "place",
    tests: (value) => [/^\d+$/.test(value) ? ["placeId", `= ${value}`] : ["place", `ILIKE ${quoted(escaped(value))}`]],
    hasIds: true, title: TEXTS.place, any: TEXTS.anyPlace,
    facet: ({ places }) => areaChoices(places),
  },
  /** Names of polygons of the boundaries. */
  area: {
    parameter: "area",
    tests: (value) => [["area", `ILIKE ${quoted(escaped(value))}`]],
    title: TEXTS.area, any: TEXTS.anyArea,
    facet: ({ areas = [] }) => areas.map(({ name, count }) => ({ value: name, label: name, count })),
  },
  camera: {
    parameter: "camera",
    tests: (value) => ["cameraMake", "cameraModel", "lens"].map((name) => [name, `ILIKE ${quoted(`%${escaped(value)}%`)}`]),
    chip: TEXTS.camera, title: TEXTS.camera, any: TEXTS.anyCamera,
    facet: ({ cameras }) => cameraChoices(cameras),
    sign: "camera",
  },
  media: {
    parameter: "media",
    tests: (value) => [["media", `LIKE ${quoted(value.includes("/") ? escaped(value) : `${escaped(value)}/%`)}`]],
    word: (value) => MEDIA[value] ?? value,
    title: TEXTS.kind, any: TEXTS.photosAndVideos,
    facet: ({ media = [] }) => media.map(({ value, count }) => ({ value, label: MEDIA[value] ?? value, count })),
  },
  source: {
    parameter: "source",
    tests: (value) => [["locationSource", `= ${quoted(value)}`]],
    word: formatLocationSource,
    chip: TEXTS.location, title: TEXTS.locationSource, any: TEXTS.anySource,
    facet: ({ sources = [] }) => sources.map(({ value, count }) => ({ value, label: formatLocationSource(value), count })),
  },
  path: {
    parameter: "path",
    tests: (value) => [["path", `LIKE ${quoted(likeOf(value))}`]],
    word: wordPattern,
    chip: TEXTS.folder, title: TEXTS.folder, any: TEXTS.allFolders,
    facet: ({ folders }) => folderChoices(folders),
    sign: "file",
  },
  /** Texts in the paths of the files. */
  name: {
    isEach: true,
    tests: (value) => [["path", `ILIKE ${quoted(`%${escaped(value)}%`)}`]],
    word: TEXTS.quoted,
  },
  /** Not empty if only photos without a date match. One with only the camera's clock is dated: conditions read it as UTC. */
  undated: {
    tests: () => [["takenAt", "IS NULL"]],
    isSingle: true, word: () => TEXTS.undated,
  },
  /** Values of other filters that photos must not have, such as `country:FR`. */
  not: {
    isEach: true,
    read: (value) => (deniedBy(value) ? value : ""),
    // A photo without the property does not have the value.
    tests: (value) => [["", deniedBy(value)?.tests.map(negated).join(" AND ") ?? ""]],
  },
});

/** @typedef {keyof typeof KINDS} FilterName */

/**
 * @template {string} Name
 * @param {Record<Name, Kind>} kinds
 * @returns {Record<Name, Kind>}
 */
function typed(kinds) {
  return kinds;
}

/**
 * @param {string} value of the filter `not`
 * @returns {{name: FilterName, value: string, tests: Test[]} | null} null if it is not valid
 */
export function deniedBy(value) {
  const [name, denied] = [value.slice(0, value.indexOf(":")), value.slice(value.indexOf(":") + 1)];
  if (!Object.hasOwn(KINDS, name) || name === "not" || denied === "") return null;
  const { tests, read = (one) => one } = /** @type {Kind} */ (KINDS[name]);
  const valid = read(denied);
  return valid && tests ? { name: /** @type {FilterName} */ (name), value: valid, tests: tests(valid) } : null;
}

/** @param {Test} test @returns {string} */
function negated([property, comparison]) {
  return comparison === "IS NULL" ? `${property} IS NOT NULL` : `(${property} IS NULL OR NOT ${property} ${comparison})`;
}

/** @param {string} value of the filter `time` @returns {Test[]} */
function spanTests(value) {
  const span = parseSpan(value);
  if (!span) return [];
  const [from, through] = formatSpan(span).split("/");
  if (from === "..") return [["takenAtLocal", `<= '${through}'`]];
  return [["takenAtLocal", through === ".." ? `>= '${from}'` : `BETWEEN '${from}' AND '${through}'`]];
}

/**
 * @param {(kind: Kind) => unknown} [test]
 * @returns {FilterName[]} the filters that pass it
 */
export function filterNames(test = () => true) {
  return /** @type {FilterName[]} */ (Object.keys(KINDS)).filter((name) => test(KINDS[name]));
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", "''")}'`;
}

/** @param {string} text */
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
 * @param {string} folder
 * @returns {string} a GLOB that matches all files in it
 */
export function folderPattern(folder) {
  return `${folder.replace(/[*?[]/g, "[$&]")}/*`;
}

/** @param {string} pattern @returns {string} the folder, if it is the pattern of one */
function wordPattern(pattern) {
  const folder = pattern.replace(/\/\*$/, "").replace(/\[([*?[])\]/g, "$1");
  return folderPattern(folder) === pattern ? folder : pattern;
}

/**
 * The filter matches a text in maker or model, so the count includes all cameras whose names contain it.
 *
 * @param {FacetsAnswer["cameras"]} cameras @returns {Choice[]}
 */
function cameraChoices(cameras = []) {
  const names = cameras.map(({ make = "", model = "", count }) => ({ make, model, count, text: model || make }));
  const passes = (text) => names.filter(({ make, model }) => [make, model].some((name) => name.toLowerCase().includes(text.toLowerCase())));
  return oneForEach(names.filter(({ text }) => text !== "").map(({ make, model, text }) => ({
    value: text,
    label: formatCamera({ cameraMake: make, cameraModel: model }),
    count: passes(text).reduce((sum, { count }) => sum + count, 0),
  }))).sort((one, other) => other.count - one.count);
}

/**
 * Folders with the same name in several roots have the same filter. A root itself has no name.
 *
 * @param {FacetsAnswer["folders"]} folders @returns {Choice[]}
 */
function folderChoices(folders = []) {
  const named = folders.filter(({ path }) => path !== "");
  const count = (name) => named.filter(({ path }) => path === name).reduce((sum, one) => sum + one.count, 0);
  return oneForEach(named.map(({ path, glob }) => ({ value: glob ?? folderPattern(path), label: path, count: count(path) })));
}

/** @param {CountedArea[]} areas @returns {Choice[]} */
function areaChoices(areas = []) {
  return areas.map(({ id, name, country, count }) => ({ value: id, label: [name, country].filter(Boolean).join(", "), count }));
}

/** @param {Choice[]} choices */
function oneForEach(choices) {
  return [...new Map(choices.map((one) => [one.value, one])).values()];
}
