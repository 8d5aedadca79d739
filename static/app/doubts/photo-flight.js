/**
 * The flight on which the open photo was taken. The page requests it only where aeroplanes alone fly, because the server
 * judges all photos to find it.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { may } from "../core/store.js";
import { photoChanged } from "../panel/photo-state.js";

/** Metres above the sea. */
const FLOWN_FROM = 7600;

/**
 * @param {Pick<import("../core/store.js").State, "visitor" | "photo">} state
 * @returns {import("../api/photos.js").Photo | null} the open photo, if its flight is wanted
 */
export function flownPhoto({ visitor, photo }) {
  const { altitude = 0, flight } = photo?.feature?.properties ?? {};
  return altitude >= FLOWN_FROM && !flight && may({ visitor }, "doubts") ? photo?.feature ?? null : null;
}

/**
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function watchFlight(store, api) {
  const latest = createLatest();
  store.watch(flownPhoto, (feature) => feature && latest.load((signal) => api.flight(feature.id, signal), (flight) => {
    if (flight) store.change(photoChanged(feature.id, { feature: { ...feature, properties: { ...feature.properties, flight } } }));
  }, () => {}));
}
