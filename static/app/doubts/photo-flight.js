/**
 * The flight on which the open photo was taken. The server says it with the counts of the doubts, for which it has judged
 * all photos, so that no photo needs a request of its own.
 * @module
 */

import { photoChanged } from "../panel/photo-state.js";

/**
 * @param {Pick<import("../core/store.js").State, "photo" | "doubtCounts">} state
 * @returns {string} the flight of the open photo, if its panel does not have it yet; otherwise empty
 */
export function missingFlight({ photo, doubtCounts }) {
  const { feature } = photo ?? {};
  if (!feature || feature.properties.flight) return "";
  return doubtCounts?.flights.find(({ photos }) => photos.includes(feature.id))?.flight ?? "";
}

/** @param {import("../core/store.js").Store} store */
export function watchFlight(store) {
  // The same flight may be missing again, on another photo or after the photo was loaded again.
  store.watch((state) => (missingFlight(state) ? state.photo?.feature ?? null : null), (feature) => {
    const flight = missingFlight(store.state);
    if (feature && flight) store.change(photoChanged(feature.id, { feature: { ...feature, properties: { ...feature.properties, flight } } }));
  });
}
