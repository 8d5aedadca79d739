/**
 * The terms of a link: those that the view and the filters mean, and terms as texts. Pure.
 * @module
 */

import { LANGUAGE } from "../core/language.js";
import { boxContains, boxOf } from "../core/box.js";
import { formatSpan, parseSpan } from "../core/span.js";
import { TEXTS } from "../core/texts.js";
import { drawnCondition, shapesIn } from "../draw/shapes.js";
import { chipsOf } from "../filters/chip-texts.js";
import { NO_FILTERS, valuesOf } from "../filters/filters.js";
import { wordSpan } from "../time/words.js";

/**
 * @typedef {import("../api/sharing.js").Terms} Terms
 * @typedef {import("../filters/filters.js").Filters} Filters
 *
 * @typedef {object} Choices of the form
 * @property {boolean} trip only the trip in the filters, as a page of its own
 * @property {boolean} view only photos in view
 * @property {boolean} time only photos of the span in the filters
 * @property {boolean} folder only photos of the folder in the filters
 * @property {boolean} drawing only photos in the drawn area
 * @property {string} precision in metres; empty for exact positions
 * @property {"files" | "folders" | "none"} names
 * @property {"all" | "none"} words
 * @property {"all" | "dates"} times of the photos of a trip
 * @property {"none" | "all"} diary whether its texts about a trip are shown
 */

/** The longest condition of a link, in bytes. */
const LONGEST_FILTER = 2048;

/** @typedef {[value: string, text: string][]} Options of a field, the first is preselected */

/**
 * The validity of a link, as the server reads it.
 *
 * @type {Options}
 */
export const LIFETIMES = [["7d", TEXTS.days(7)], ["1d", TEXTS.days(1)], ["4w", TEXTS.weeks(4)], ["26w", TEXTS.weeks(26)], ["52w", TEXTS.weeks(52)]];

/**
 * In metres.
 *
 * @type {Options}
 */
export const PRECISIONS = [["", TEXTS.exactly], ...[100, 1000, 10_000, 100_000].map(precisionOption)];

/** @type {Options} */
export const NAMES = [["files", TEXTS.namesOfFiles], ["folders", TEXTS.namesOfFolders], ["none", TEXTS.noNames]];

/** @type {Options} */
export const WORDS = [["all", TEXTS.wordsShown], ["none", TEXTS.wordsHidden]];

/** @type {Options} */
export const TIMES = [["all", TEXTS.datesAndTimes], ["dates", TEXTS.datesAlone]];

/** @type {Options} */
export const DIARY = [["none", TEXTS.wordsHidden], ["all", TEXTS.wordsShown]];

/** @param {number} metres @returns {[string, string]} */
export function precisionOption(metres) {
  return [String(metres), TEXTS.toWithin(metres)];
}

const MOMENT = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
const DATE = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium" });

/**
 * What of the filters can be terms of a link, and the texts of those that cannot.
 *
 * @param {Filters} filters
 * @param {Record<string, string>} [areaNames]
 * @returns {{trip: string, datetime: string, path: string, filter: string, others: string[]}} empty texts for filters that are not set
 */
export function expressible(filters, areaNames) {
  const datetime = datetimeOf(filters.time);
  const path = patternOf(filters.path);
  const filter = conditionOf(filters.drawn);
  const rest = { ...filters, trip: "", ...(datetime && { time: "" }), ...(path && { path: "" }), ...(filter && { drawn: "" }) };
  return { trip: filters.trip, datetime, path, filter, others: chipsOf(rest, areaNames).map(({ text }) => text) };
}

/** @param {string} time of the filter, by the clocks of cameras @returns {string} the same in UTC, as links have it; empty if there is none */
function datetimeOf(time) {
  const span = parseSpan(time);
  return span ? formatSpan(span).split("/").map((end) => (end.includes("T") ? `${end}Z` : end)).join("/") : "";
}

/** @param {string} path of the filter @returns {string} empty if links cannot have it: several, or brackets */
function patternOf(path) {
  return valuesOf(path).length === 1 && !path.includes("[") ? path : "";
}

/** @param {string} drawn the filter @returns {string} in CQL2; empty if a link has no space for it */
function conditionOf(drawn) {
  const shapes = shapesIn(drawn);
  const condition = shapes ? drawnCondition(shapes) : "";
  return condition.length <= LONGEST_FILTER ? condition : "";
}

/**
 * @param {import("../core/viewport.js").View | null} view
 * @param {Filters} filters
 * @param {Choices} choices
 * @returns {Terms}
 */
export function termsOf(view, filters, { trip: isTrip, view: inView, time, folder, drawing, precision, names, words, times, diary }) {
  const { trip, datetime, path, filter } = expressible(filters);
  if (trip && isTrip) {
    return {
      trip,
      ...(precision && { precision }),
      ...(words === "none" && { "no-words": /** @type {const} */ ("yes") }),
      ...(times === "dates" && { "no-times": /** @type {const} */ ("yes") }),
      ...(diary === "all" && { diary: /** @type {const} */ ("yes") }),
    };
  }
  return {
    ...(inView && view && { bbox: boxOf(view).join(",") }),
    ...(time && datetime && { datetime }),
    ...(folder && path && { path }),
    ...(drawing && filter && { filter }),
    ...(precision && { precision }),
    ...(names === "folders" && { paths: /** @type {const} */ ("yes") }),
    ...(names === "none" && { "no-names": /** @type {const} */ ("yes") }),
    ...(words === "none" && { "no-words": /** @type {const} */ ("yes") }),
  };
}

/**
 * @param {import("../core/viewport.js").View | null} view
 * @param {number[] | null} extent of all photos
 * @returns {boolean} whether the view shows only a part of them
 */
export function isPart(view, extent) {
  if (!view || !extent) return false;
  const box = boxOf(view);
  return !boxContains(box, [extent[0], extent[1]]) || !boxContains(box, [extent[2], extent[3]]);
}

/**
 * @param {Terms} terms
 * @returns {string[]} what a link shows, and how
 */
export function wordTerms({ trip, bbox, datetime, path, filter, precision, paths, "no-names": noNames, "no-words": noWords, "no-times": noTimes, diary }) {
  const span = datetime && parseSpan(datetime);
  const days = trip && parseSpan(trip);
  const what = [
    days && TEXTS.tripOf(wordSpan(days)),
    bbox && TEXTS.partOfMap,
    datetime && (span ? wordSpan(span) : datetime),
    path && chipsOf({ ...NO_FILTERS, path })[0].text,
    filter && (filter.includes("(geometry,") ? TEXTS.drawnArea : filter),
  ].filter(Boolean);
  const how = [
    precision && TEXTS.positionsWithin(Number(precision)),
    paths && TEXTS.withFolders,
    noNames && TEXTS.withoutNames,
    noWords && TEXTS.linkWithoutWords,
    noTimes && TEXTS.withoutTimes,
    diary && TEXTS.withDiary,
  ].filter(Boolean);
  return [...(what.length ? what : [TEXTS.allPhotos]), ...how];
}

/** @param {string} expires @returns {string} by the clock of the reader */
export function wordExpiry(expires) {
  return TEXTS.validUntil(MOMENT.format(new Date(expires)));
}

/** @param {import("../api/session.js").Visitor} visitor @returns {string} for a guest; empty for an owner */
export function wordVisitor({ role, by, expires, precision }) {
  if (role !== "guest") return "";
  const end = expires ? TEXTS.validUntil(DATE.format(new Date(expires))) : "";
  return [by ? TEXTS.sharedBy(by) : TEXTS.sharedWithYou, end, precision ? TEXTS.positionsWithin(precision) : ""].filter(Boolean).join(" · ");
}

/** @param {string} bbox of a link or zone @returns {number[]} */
export function boxIn(bbox) {
  return bbox.split(",").map(Number);
}
