/**
 * The filters: one entry has all that the page knows about one of them. Their order is that of the lists, the chips and
 * the fields of the address. Pure.
 * @module
 */

import { formatCamera, formatLocationSource, nameOfMonth } from "../core/format.js";
import { formatSpan, parseSpan } from "../core/span.js";
import { TEXTS } from "../core/texts.js";
import { LONGEST_DRAWING, drawnCondition, shapesIn } from "../draw/shapes.js";
import { wordSpan } from "../time/words.js";
import { countOf, rangesIn } from "../core/id-ranges.js";
import { LONGEST_IDS, chosenCondition, isChosen } from "./chosen.js";
import { compared, escaped, likeOf, named, namesIn, negated, quoted } from "./conditions.js";
import { starChoices, starTests, starsIn, wordStars } from "./ratings.js";
import { dayOf, dayTests, daysOfYear, hourTests, hoursIn, monthTests, monthsIn, wordDays, wordHours, wordMonths, wordWeekday } from "./recurring.js";

/**
 * @typedef {import("./conditions.js").Test} Test
 * @typedef {{value: string, label: string, count: number | null}} Choice value is what the filter is set to
 *
 * @typedef {object} Kind of filter
 * @property {string} [parameter] the API's; without one its tests are used
 * @property {(value: string) => Test[]} [tests] a photo has the value if it passes one of them. For several values,
 * because a parameter has only one, and for values that photos must not have
 * @property {(value: string) => string[]} [expand] the parameter's values, which may be several: its list has them
 * @property {string} [between] several values in the parameter, if photos must have all of them
 * @property {boolean} [isEach] whether a photo must have all values, and not one of them
 * @property {boolean} [isList] whether a photo can have several: a value may be names that it must all have (`together`)
 * @property {boolean} [isSingle] whether it has at most one value
 * @property {number} [longest] the most characters of a value in an address, if others than usual
 * @property {boolean} [isFixed] whether its chip cannot be edited as words in the search box
 * @property {(value: string) => string} [read] corrects a value of an address; empty if it is not valid
 * @property {(value: string) => string} [word] a value in words, if it is not its own
 * @property {boolean} [hasIds] whether values are ids of areas, whose names the page learns
 * @property {boolean} [isNamed] whether values are other ids whose names the page learns
 * @property {string} [chip] what its chip begins with, if values do not make the filter clear
 * @property {string} [title] the heading of its list, for those that have one
 * @property {string} [any] the label for no choice
 * @property {Choice[]} [choices] of the list, if they are always the same
 * @property {(answer: FacetsAnswer) => Choice[]} [facet] its choices with counts
 * @property {import("../names/names-state.js").ListName} [names] the list of all names that it takes
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
 * @property {{name: string, count: number}[]} [keywords]
 * @property {{name: string, count: number}[]} [people]
 * @property {{value: number, count: number}[]} [ratings]
 * @property {number} [favourites]
 * @property {number} numberMatched
 *
 * @typedef {{id: string, name: string, country?: string, count: number}} CountedArea
 */

const MEDIA = { image: TEXTS.photos, video: TEXTS.videos };
const FAVOURITES = { true: TEXTS.favourites, false: TEXTS.noFavourites };
const IS_FAVOURITE = compared("favourite", "= TRUE");

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
  /** The id of a trip; any of its days is one. */
  trip: {
    parameter: "trip", isSingle: true, isNamed: true, isFixed: true,
    read: (value) => (/^\d{4}-\d\d-\d\d$/.test(value) ? value : ""),
    // Until its name is known.
    word: () => TEXTS.trip,
  },
  /** The name of a saved view whose filters have no entry here. */
  view: { parameter: "view", isSingle: true, isFixed: true, chip: TEXTS.savedView },
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
  /** Days of any year: `12-24`, or `12-24/12-26`. In addresses also `today`, for which the page writes the day. */
  date: {
    parameter: "date",
    read: (value) => (value === "today" ? dayOf(new Date()) : daysOfYear(value).length ? value : ""),
    expand: (value) => [value],
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
    tests: (value) => [/^[A-Z]{2}$/.test(value) ? compared("countryCode", `= ${quoted(value)}`) : compared("country", `ILIKE ${quoted(escaped(value))}`)],
    hasIds: true, title: TEXTS.country, any: TEXTS.anyCountry,
    facet: ({ countries }) => areaChoices(countries),
  },
  /** Codes or names. */
  region: {
    parameter: "region",
    tests: (value) => [/^[A-Z]{2}\.\w+$/.test(value) ? compared("regionCode", `= ${quoted(value)}`) : compared("region", `ILIKE ${quoted(escaped(value))}`)],
    hasIds: true, title: TEXTS.region, any: TEXTS.anyRegion,
    facet: ({ regions }) => areaChoices(regions),
  },
  /** GeoNames' numbers or names. */
  place: {
    parameter: "place",
    tests: (value) => [/^\d+$/.test(value) ? compared("placeId", `= ${value}`) : compared("place", `ILIKE ${quoted(escaped(value))}`)],
    hasIds: true, title: TEXTS.place, any: TEXTS.anyPlace,
    facet: ({ places }) => areaChoices(places),
  },
  /** Names of polygons of the boundaries. */
  area: {
    parameter: "area",
    tests: (value) => [compared("area", `ILIKE ${quoted(escaped(value))}`)],
    title: TEXTS.area, any: TEXTS.anyArea,
    facet: ({ areas }) => namedChoices(areas),
  },
  /** An area that was drawn on the map, as `drawingText` writes it. */
  drawn: {
    isSingle: true, longest: LONGEST_DRAWING, isFixed: true,
    read: (value) => (shapesIn(value) ? value : ""),
    tests: (value) => [{ property: "", condition: drawnCondition(shapesIn(value) ?? []) }],
    word: () => TEXTS.drawnArea,
  },
  /** Photos that were chosen one by one: their ids, with ranges. */
  ids: {
    isSingle: true, longest: LONGEST_IDS, isFixed: true,
    read: (value) => (isChosen(value) ? value : ""),
    tests: (value) => [{ property: "", condition: `(${chosenCondition(value)})` }],
    word: (value) => TEXTS.pickedCount(countOf(rangesIn(value))),
  },
  /** Names, or paths such as `Nature/Sea`, with all keywords below them. */
  keyword: {
    parameter: "keyword", isList: true,
    tests: (value) => [named("keywords", namesIn(value))],
    word: wordNames,
    chip: TEXTS.keyword, title: TEXTS.keywords, any: TEXTS.anyKeyword,
    facet: ({ keywords }) => namedChoices(keywords),
    names: "keywords",
    sign: "tag",
  },
  person: {
    parameter: "person", isList: true,
    tests: (value) => [named("people", namesIn(value))],
    word: wordNames,
    chip: TEXTS.person, title: TEXTS.people, any: TEXTS.anyPerson,
    facet: ({ people }) => namedChoices(people),
    names: "people",
    sign: "person",
  },
  rating: {
    parameter: "rating",
    read: (value) => (starsIn(value) ? value : ""),
    tests: starTests,
    word: wordStars,
    title: TEXTS.rating, any: TEXTS.anyRating,
    facet: ({ ratings }) => starChoices(ratings),
  },
  favourite: {
    parameter: "favourite",
    read: (value) => (value in FAVOURITES ? value : ""),
    tests: (value) => [value === "true" ? IS_FAVOURITE : { property: "", condition: negated(IS_FAVOURITE) }],
    word: (value) => FAVOURITES[value] ?? value,
    title: TEXTS.favourites, any: TEXTS.allPhotos,
    facet: ({ favourites = 0, numberMatched }) => (favourites ? favouriteChoices(favourites, numberMatched - favourites) : []),
  },
  camera: {
    parameter: "camera",
    tests: (value) => ["cameraMake", "cameraModel", "lens"].map((name) => compared(name, `ILIKE ${quoted(`%${escaped(value)}%`)}`)),
    chip: TEXTS.camera, title: TEXTS.camera, any: TEXTS.anyCamera,
    facet: ({ cameras }) => cameraChoices(cameras),
    sign: "camera",
  },
  media: {
    parameter: "media",
    tests: (value) => [compared("media", `LIKE ${quoted(value.includes("/") ? escaped(value) : `${escaped(value)}/%`)}`)],
    word: (value) => MEDIA[value] ?? value,
    title: TEXTS.kind, any: TEXTS.photosAndVideos,
    facet: ({ media = [] }) => media.map(({ value, count }) => ({ value, label: MEDIA[value] ?? value, count })),
  },
  source: {
    parameter: "source", isFixed: true,
    tests: (value) => [compared("locationSource", `= ${quoted(value)}`)],
    word: formatLocationSource,
    chip: TEXTS.location, title: TEXTS.locationSource, any: TEXTS.anySource,
    facet: ({ sources = [] }) => sources.map(({ value, count }) => ({ value, label: formatLocationSource(value), count })),
  },
  /** Why the position is doubted: one of the server's reasons, or `any`. Only for owners. */
  doubt: {
    parameter: "doubt", isSingle: true, isFixed: true,
    read: (value) => (Object.hasOwn(TEXTS.doubted, value) ? value : ""),
    word: (value) => TEXTS.doubted[value] ?? value,
    title: TEXTS.doubtedPositions, any: TEXTS.allPhotos,
  },
  /** Photos from aeroplanes, or all others: `true` or `false`. Only for owners. */
  flight: {
    parameter: "flight", isSingle: true, isFixed: true,
    read: (value) => (Object.hasOwn(TEXTS.fromTheAir, value) ? value : ""),
    word: (value) => TEXTS.fromTheAir[value] ?? value,
  },
  path: {
    parameter: "path",
    tests: (value) => [compared("path", `LIKE ${quoted(likeOf(value))}`)],
    word: wordPattern,
    chip: TEXTS.folder, title: TEXTS.folder, any: TEXTS.allFolders,
    facet: ({ folders }) => folderChoices(folders),
    sign: "file",
  },
  /** Words that are found for a photo, in its title, caption, names…, in the API's form: `"prayer flags"`, `-night`. */
  q: {
    parameter: "q", isEach: true, between: " ",
    read: (value) => (/[\p{L}\p{N}]/u.test(value) ? value : ""),
    word: wordSearch,
  },
  /** Texts in the paths of the files. */
  name: {
    isEach: true,
    tests: (value) => [compared("path", `ILIKE ${quoted(`%${escaped(value)}%`)}`)],
    word: TEXTS.quoted,
    chip: TEXTS.file,
  },
  /** Not empty if only photos without a date match. One with only the camera's clock is dated: conditions read it as UTC. */
  undated: {
    tests: () => [compared("takenAt", "IS NULL")],
    isSingle: true, word: () => TEXTS.undated,
  },
  /** Values of other filters that photos must not have, such as `country:FR`. */
  not: {
    isEach: true,
    read: (value) => (deniedBy(value) ? value : ""),
    // A photo without the property does not have the value.
    tests: (value) => [{ property: "", condition: deniedBy(value)?.tests.map(negated).join(" AND ") ?? "" }],
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

/** @param {string} value of the filter `time` @returns {Test[]} */
function spanTests(value) {
  const span = parseSpan(value);
  if (!span) return [];
  const [from, through] = formatSpan(span).split("/");
  if (from === "..") return [compared("takenAtLocal", `<= '${through}'`)];
  return [compared("takenAtLocal", through === ".." ? `>= '${from}'` : `BETWEEN '${from}' AND '${through}'`)];
}

/**
 * @param {(kind: Kind) => unknown} [test]
 * @returns {FilterName[]} the filters that pass it
 */
export function filterNames(test = () => true) {
  return /** @type {FilterName[]} */ (Object.keys(KINDS)).filter((name) => test(KINDS[name]));
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

/** @param {{name: string, count: number}[]} named @returns {Choice[]} */
function namedChoices(named = []) {
  return named.map(({ name, count }) => ({ value: name, label: name, count }));
}

/** @param {number} favourites @param {number} others @returns {Choice[]} */
function favouriteChoices(favourites, others) {
  return [{ value: "true", label: FAVOURITES.true, count: favourites }, { value: "false", label: FAVOURITES.false, count: others }];
}

/** @param {string} value names that photos must all have @returns {string} */
function wordNames(value) {
  return TEXTS.together(namesIn(value));
}

/** @param {string} value of the filter `q` @returns {string} */
function wordSearch(value) {
  const [, minus, phrase] = /^(-?)"?([^"]*)"?$/.exec(value) ?? ["", "", value];
  return minus ? TEXTS.without(TEXTS.quoted(phrase)) : TEXTS.quoted(phrase);
}

/** @param {CountedArea[]} areas @returns {Choice[]} */
function areaChoices(areas = []) {
  return areas.map(({ id, name, country, count }) => ({ value: id, label: [name, country].filter(Boolean).join(", "), count }));
}

/** @param {Choice[]} choices */
function oneForEach(choices) {
  return [...new Map(choices.map((one) => [one.value, one])).values()];
}
