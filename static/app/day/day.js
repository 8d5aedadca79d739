/**
 * A day: which photos it has, and its neighbours. Pure functions.
 * @module
 */

import { LANGUAGE, formatDistance, formatPhotos } from "../core/format.js";
import { common, formatSpan, parseSpan } from "../core/span.js";
import { wayThrough } from "./way.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {import("../filters/filters.js").Filters} Filters
 *
 * @typedef {object} Day the day that is open
 * @property {string} date `2024-05-01`
 * @property {Filters} filters of its photos
 * @property {"loading" | "ready" | "failed"} status
 * @property {import("../api/photos.js").Photo[]} photos in order of time
 * @property {number | null} total
 * @property {string} problem
 * @property {boolean} fits whether the map moves to the day's photos
 * @property {string | null} previous the nearest earlier day with photos, once it is known
 * @property {string | null} next
 * @property {import("./way.js").Recording[]} recordings tracks of the day
 */

/** @param {string} date @returns {string} Wed, 1 May 2024 */
export function formatDate(date) {
  return new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", weekday: "short", day: "numeric", month: "short", year: "numeric" }).format(Date.parse(`${date}T00:00:00Z`));
}

/**
 * @param {Filters} filters
 * @param {string} date
 * @param {-1 | 1} direction
 * @returns {Filters | null} of the photos before or after the day; null if a span excludes them
 */
export function filtersBeside(filters, date, direction) {
  const { from, through } = parseSpan(date);
  const beside = direction < 0 ? { from: -Infinity, through: from - 1 } : { from: through + 1, through: Infinity };
  const span = common(beside, parseSpan(filters.time));
  return span && { ...filters, undated: "", time: formatSpan(span) };
}

/** @param {Day} day @returns {string} 12 photos, 8.3 km */
export function dayDetail({ photos, total, recordings }) {
  if (total === null) return "";
  const { metres } = wayThrough(photos, recordings);
  return metres >= 1 ? TEXTS.photosAndWay(formatPhotos(total), formatDistance(metres)) : formatPhotos(total);
}

/**
 * Updates the open list if it is that of the day.
 *
 * @param {import("../core/store.js").State} state
 * @returns {import("../core/store.js").State}
 */
export function listDay(state) {
  const { list, day } = state;
  if (list?.subject.type !== "day" || !day) return state;
  const { status, photos, total, problem } = day;
  return { ...state, list: { ...list, status, photos, total, problem, more: status === "failed", span: dayDetail(day) } };
}
