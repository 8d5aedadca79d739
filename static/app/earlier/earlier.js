/**
 * What was here before, and on this day of earlier years. Pure functions.
 * @module
 */

import { recall } from "../core/memory.js";
import { isFiltered } from "../filters/filters.js";

export { dayOf } from "../filters/recurring.js";

/** @typedef {import("../api/trips.js").Trip} Trip */

export const KEY = "geoindex.earlier";
/** More are behind the first button, or in the list of trips. */
const MOST_CHOICES = 3;

export const EARLIER = {
  earlier: {
    isOn: recall(KEY) !== "off",
    /** The day of the year, such as `11-29`, for which the years are known. */
    day: "",
    /** The earlier years with photos on that day, newest first. @type {number[]} */
    years: [],
    /** What the reader has closed: a day of the year, or the id of a trip. @type {string[]} */
    closed: [],
  },
};

/** @param {import("../api/counts.js").Timeline} timeline by day @param {number} year @returns {number[]} the years before it with photos, newest first */
export function yearsBefore({ buckets }, year) {
  const years = buckets.filter(({ count }) => count > 0).map(({ from }) => Number(from.slice(0, 4)));
  return [...new Set(years)].filter((one) => one < year).sort((one, other) => other - one);
}

/**
 * @param {Trip} open @param {Trip[]} trips
 * @returns {Trip[]} the earlier ones that stayed at one of its places, newest first
 */
export function tripsBefore(open, trips) {
  const isSame = (/** @type {Trip} */ { places, countryCodes }) =>
    places.some((place) => open.places.includes(place)) && countryCodes.some((code) => open.countryCodes.includes(code));
  return trips.filter((trip) => trip.to < open.from && isSame(trip)).sort((one, other) => (one.from < other.from ? 1 : -1));
}

/**
 * @typedef {object} Suggestion
 * @property {string} id
 * @property {number[]} [years] with photos on this day
 * @property {Trip[]} [trips] that were here before
 * @property {boolean} hasMore whether there are more than these
 */

/** @param {import("../core/store.js").State} state @returns {Suggestion | null} */
export function suggestionIn({ earlier, filters, trip, trips, comparison }) {
  if (!earlier.isOn || comparison) return null;
  if (trip?.trip) {
    const before = tripsBefore(trip.trip, [...trips.trips, ...trips.dayTrips]);
    const id = trip.trip.id;
    return before.length && !earlier.closed.includes(id) ? { id, trips: before.slice(0, MOST_CHOICES), hasMore: before.length > MOST_CHOICES } : null;
  }
  const { day, years } = earlier;
  if (!years.length || earlier.closed.includes(day) || isFiltered(filters)) return null;
  return { id: day, years: years.slice(0, MOST_CHOICES), hasMore: years.length > MOST_CHOICES };
}
