/**
 * Loads the trips and the open trip; for owners also the homes, the diary and the tracks.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { DAY } from "../core/span.js";
import { may, set, setWithin } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { recordingsOf, tracksOf } from "../tracks/track-loader.js";
import { maySeeTrips, tripOn, tripsChanged } from "./trips-state.js";

/** How long after the first pins the trips are requested, which the time bar marks. */
const LATER_MS = 600;
const NOT_FOUND = 404;
/** The level of detail of tracks. */
const TRACK_ZOOM = 11;

/**
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createTripLoader(store, api) {
  const [latest, latestTrip, latestHomes, latestDiary, latestTracks] = Array.from({ length: 5 }, createLatest);

  /** Requests them unless they are known. */
  async function load() {
    if (!maySeeTrips(store.state) || ["loading", "ready"].includes(store.state.trips.status)) return;
    await request();
  }

  function request() {
    if (store.state.trips.status !== "ready") store.change(tripsChanged({ status: "loading" }));
    return latest.load((signal) => api.trips(signal), ({ trips, dayTrips }) => {
      store.change(tripsChanged({ status: "ready", trips, dayTrips, problem: "" }));
      nameChips();
    }, ({ message }) => store.change(tripsChanged({ status: "failed", problem: message })));
  }

  function loadHomes() {
    if (!maySeeTrips(store.state) || !may(store.state, "diary")) return;
    return latestHomes.load((signal) => api.homes(signal), ({ homes }) => store.change(tripsChanged({ homes })), () => {});
  }

  /** The chip of the filter has the name, also where the filter has a day within the trip. */
  function nameChips() {
    const { filters: { trip: id }, trips, areaNames, trip } = store.state;
    const name = id && (trip?.trip?.name ?? tripOn(trips, id)?.name);
    if (name && areaNames[id] !== name) store.change(setWithin("areaNames", { [id]: name }));
  }

  /** @param {string} id */
  function loadTrip(id) {
    const known = tripOn(store.state.trips, id) ?? null;
    const before = store.state.trip?.id === id ? store.state.trip : null;
    store.change(set({ trip: before ?? { id, trip: known, stays: [], recordings: [], problem: "", isPlaying: false, diary: null } }));
    nameChips();
    if (may(store.state, "diary")) latestDiary.load((signal) => api.diary(id, signal), ({ entries }) => store.change(setWithin("trip", { diary: entries })), () => {});
    return latestTrip.load((signal) => api.trip(id, signal), ({ stays, ...trip }) => {
      const isSame = JSON.stringify(stays) === JSON.stringify(store.state.trip?.stays);
      store.change(setWithin("trip", { trip, problem: "", ...(!isSame && { stays }) }));
      nameChips();
      loadTracks(id, trip);
    }, ({ status, message }) => store.change(setWithin("trip", status === NOT_FOUND ? { trip: null, stays: [], problem: TEXTS.tripUnknown } : { problem: message })));
  }

  /** Without tracks the line is straight from stay to stay. @param {string} id @param {import("../api/trips.js").Trip} trip */
  function loadTracks(id, { from, to }) {
    if (!may(store.state, "tracks")) return;
    // Tracks have instants, and trips local dates.
    const [since, until] = [Date.parse(from) - DAY, Date.parse(to) + 2 * DAY].map((moment) => new Date(moment).toISOString());
    latestTracks.load(async (signal) => ((store.state.hasTracks ?? await api.hasTracks()) ? tracksOf(api, { datetime: `${since}/${until}`, zoom: TRACK_ZOOM }, signal) : []),
      (tracks) => tracks.length && store.state.trip?.id === id && store.change(setWithin("trip", { recordings: recordingsOf(tracks) })), () => {});
  }

  store.watch((state) => (maySeeTrips(state) ? state.filters.trip : ""), (id) => {
    latestTrip.abort();
    latestDiary.abort();
    latestTracks.abort();
    if (id) loadTrip(id);
    else if (store.state.trip) store.change(set({ trip: null }));
  });
  store.watch((state) => maySeeTrips(state) && state.shown !== null, (isShown) => isShown && setTimeout(load, LATER_MS));

  return {
    load,
    loadHomes,

    /** Loads anew what is known, because the library or a correction has changed it. */
    async refresh() {
      if (!maySeeTrips(store.state)) return;
      const { trips, trip, filters } = store.state;
      await Promise.all([trips.status !== "unknown" && request(), trip?.id === filters.trip && loadTrip(trip.id), trips.homes && loadHomes()]);
    },
  };
}
