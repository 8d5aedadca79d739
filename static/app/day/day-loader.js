/**
 * Fetches what the open day has: all pages of its photos, the neighbouring days with photos, recorded tracks.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { may, setWithin } from "../core/store.js";
import { filterParameters } from "../filters/filters.js";
import { recordingsOf, tracksOf } from "../tracks/track-loader.js";
import { filtersBeside } from "./day.js";
import { TEXTS } from "../core/texts.js";

/** The level of detail of tracks. */
const TRACK_ZOOM = 14;

/**
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createDayLoader(store, api) {
  const [latestPhotos, latestBeside, latestTracks] = [createLatest(), createLatest(), createLatest()];

  /** Changes the day unless another is open by now. */
  function change({ filters }, /** @type {Partial<import("./day.js").Day>} */ changes) {
    store.change((state) => (state.day?.filters === filters ? setWithin("day", changes)(state) : state));
  }

  /** @param {import("./day.js").Day} day @param {AbortSignal} signal */
  async function allPhotos(day, signal) {
    let photos = [];
    let total = null;
    let ask = () => api.day(filterParameters(day.filters), signal);
    while (ask) {
      const answer = await ask();
      if (signal.aborted) break;
      photos = [...photos, ...answer.features];
      total = answer.numberMatched ?? total;
      const next = api.after(answer);
      ask = next && (() => next(signal));
      change(day, ask ? { photos, total } : { photos, total: photos.length, status: "ready", problem: "" });
    }
    return photos;
  }

  /** @param {import("./day.js").Day} day @param {import("../api/photos.js").Photo[]} photos */
  function loadTracks(day, photos) {
    const instants = photos.map(({ properties }) => Date.parse(properties.takenAt ?? "")).filter(Number.isFinite);
    const [first, last] = [Math.min(...instants), Math.max(...instants)];
    if (!(first < last) || !may(store.state, "tracks")) return;
    const datetime = `${new Date(first).toISOString()}/${new Date(last).toISOString()}`;
    // Without tracks the line is straight from photo to photo.
    latestTracks.load(async (signal) => ((store.state.hasTracks ?? await api.hasTracks()) ? tracksOf(api, { datetime, zoom: TRACK_ZOOM }, signal) : []),
      (tracks) => tracks.length && change(day, { recordings: recordingsOf(tracks) }), () => {});
  }

  /**
   * @param {import("../filters/filters.js").Filters} filters all that are set
   * @param {string} date
   * @param {-1 | 1} direction
   * @param {AbortSignal} signal
   */
  async function dayBeside(filters, date, direction, signal) {
    const beside = filtersBeside(filters, date, direction);
    if (!beside) return null;
    const { features } = await api.day({ ...filterParameters(beside), sortby: direction < 0 ? "-takenAt" : "takenAt", limit: 1 }, signal);
    return features[0]?.properties.takenAtLocal?.slice(0, 10) ?? null;
  }

  /** @param {import("./day.js").Day} day */
  function loadPhotos(day) {
    return latestPhotos.load((signal) => allPhotos(day, signal), (photos) => loadTracks(day, photos),
      (error) => change(day, { status: "failed", problem: TEXTS.dayFailed(error.message) }));
  }

  return {
    loadPhotos,

    /** @param {import("./day.js").Day} day @param {import("../filters/filters.js").Filters} filters all that are set */
    load(day, filters) {
      latestTracks.abort();
      loadPhotos(day);
      latestBeside.load((signal) => Promise.all([dayBeside(filters, day.date, -1, signal), dayBeside(filters, day.date, 1, signal)]),
        ([previous, next]) => change(day, { previous, next }), () => {});
    },
  };
}
