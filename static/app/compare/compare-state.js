/**
 * Two spans of time at one place: the first is that of the filters, the second replaces it on one side of the map.
 * Pure functions.
 * @module
 */

import { containsSpan, formatSpan, lengthOf, parseSpan, DAY } from "../core/span.js";

/**
 * @typedef {import("../core/span.js").Span} Span
 *
 * @typedef {object} Comparison
 * @property {import("../filters/filters.js").Filters} filters those of the second span
 * @property {boolean} isEarlier whether the second span is the earlier one: it is then on the left
 */

export const COMPARE = {
  comparison: /** @type {Comparison | null} */ (null),
  /** Whether the time bar changes the second span. */
  editsSecond: false,
  /** Whether the open photo or list is of the second span. */
  isOfSecond: false,
  /** How many photos of the second span are in view; null until counted. */
  secondCount: /** @type {number | null} */ (null),
};

/** @type {import("../core/address.js").AddressPart} */
export const COMPARE_ADDRESS = {
  fields: { compare: "" },
  read(fields) {
    const compare = fields.get("compare") ?? "";
    return { compare: parseSpan(compare) ? compare : "" };
  },
  write: ({ compare, filters }) => (compare && filters.time ? [`compare=${encodeURIComponent(compare)}`] : []),
};

/** @type {import("../core/address.js").AddressPart} */
export const SIDE_ADDRESS = {
  fields: { isOfSecond: false },
  isOpening: true,
  read: (fields) => ({ isOfSecond: fields.get("of") === "second" }),
  write: (route) => (isOfSecond(route) ? ["of=second"] : []),
};

/**
 * The comparison that an address asks for. An open day has its own span, and heat and points are not compared.
 *
 * @param {import("../features.js").Route} route
 * @returns {Comparison | null}
 */
export function comparisonIn({ compare, filters, day, look }) {
  const [first, second] = [parseSpan(filters.time), parseSpan(compare)];
  if (!first || !second || day || look.layer !== "pins") return null;
  return { filters: { ...filters, time: compare }, isEarlier: second.from < first.from || (second.from === first.from && second.through < first.through) };
}

/** @param {import("../features.js").Route} route @returns {boolean} whether what is open is of the second span */
export function isOfSecond(route) {
  return route.isOfSecond && comparisonIn(route) !== null;
}

/** @param {import("../features.js").Route} route @returns {import("../filters/filters.js").Filters} of what is open */
export function openFilters(route) {
  return (route.isOfSecond && comparisonIn(route)?.filters) || route.filters;
}

/**
 * The span that the time bar changes, as in the filters.
 *
 * @param {import("../core/store.js").State} state
 */
export function editedTime({ comparison, editsSecond, filters }) {
  return comparison && editsSecond ? comparison.filters.time : filters.time;
}

/**
 * The span that a comparison begins with: the same days of the nearest year with photos, an earlier one first.
 *
 * @param {Span} chosen with closed ends
 * @param {import("../time/histogram.js").TimeCounts | null} counts
 * @returns {string} as in the filters
 */
export function spanToCompare(chosen, counts) {
  const years = Math.max(1, Math.ceil(lengthOf(chosen) / (366 * DAY)));
  const filled = (counts?.buckets ?? []).filter(({ count }) => count > 0);
  const hasPhotos = (/** @type {Span} */ span) => filled.some((bucket) => bucket.span.from <= span.through && bucket.span.through >= span.from);
  const all = filled.length ? { from: filled[0].span.from, through: filled[filled.length - 1].span.through } : chosen;
  const before = inYears(chosen, -years);
  for (let by = years; ; by += years) {
    const both = [inYears(chosen, -by), inYears(chosen, by)];
    const found = both.find(hasPhotos);
    if (found) return formatSpan(found);
    if (containsSpan({ from: both[0].from, through: both[1].through }, all)) return formatSpan(before);
  }
}

/** @param {Span} span @param {number} years @returns {Span} the same days, so many years later */
function inYears({ from, through }, years) {
  const moved = (/** @type {number} */ time) => {
    const date = new Date(time);
    return date.setUTCFullYear(date.getUTCFullYear() + years);
  };
  return { from: moved(from), through: moved(through + 1) - 1 };
}
