/**
 * Goes through the days of the open trip: each is a filter, and the map moves to its places.
 * @module
 */

import { boxOfStays, dateIn, daysOf, neighbourOf, timeOf } from "./trip-days.js";

export const TRIP_MAX_ZOOM = 11;

/** @param {import("../filters/filters.js").Filters} filters @returns {import("../filters/filters.js").Filters} without the trip and its day */
export function withoutTrip(filters) {
  return { ...filters, trip: "", ...(dateIn(filters.time) && { time: "" }) };
}

/**
 * @typedef {object} How a day is shown
 * @property {boolean} isMoving whether more days follow
 * @property {number} [duration] of the map's movement; a negative one leaves the map where it is
 * @property {import("./trip-days.js").Stay[]} [inView] if not those of the day
 *
 * @param {import("../features.js").Page} page
 */
export function createTripSteps({ store, navigation, mapView }) {
  /** @param {string} date @param {How} how */
  function showDay(date, { isMoving, duration, inView }) {
    const box = boxOfStays(inView ?? store.state.trip?.stays.filter((stay) => stay.date === date) ?? []);
    const filters = { ...navigation.route.filters, time: timeOf(date), undated: "" };
    // Back returns from all steps at once.
    if (isMoving || duration === -1 || dateIn(navigation.route.filters.time) === null) navigation.change({ filters, day: null }, { isMoving, isJourney: true });
    else navigation.go({ filters, day: null }, "replace");
    if (box && duration !== -1) mapView.fit(box, { maxZoom: TRIP_MAX_ZOOM, ...(duration !== undefined && { duration }) });
  }

  /** @param {-1 | 1} direction */
  function step(direction) {
    const { trip, filters } = store.state;
    const date = trip && neighbourOf(daysOf(trip.stays), dateIn(filters.time), direction);
    if (date) showDay(date, { isMoving: false });
  }

  function showWhole() {
    navigation.change({ filters: { ...navigation.route.filters, time: "" } }, { isJourney: true });
    const box = store.state.trip?.trip?.bbox;
    if (box) mapView.fit(box, { maxZoom: TRIP_MAX_ZOOM });
  }

  function close() {
    navigation.change({ filters: withoutTrip(navigation.route.filters) });
    mapView.focus();
  }

  return { showDay, step, showWhole, close };
}
