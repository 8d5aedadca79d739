/** @module */

import { createLatest } from "../core/latest.js";
import { photoChanged } from "./photo-state.js";
import { TEXTS } from "../core/texts.js";

/**
 * Fetches photos that neither the map nor a list has.
 *
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 * @returns {(id: number, isAgain?: boolean) => Promise<void>} a photo that is loaded again may be gone
 */
export function createPhotoLoader(store, api) {
  const latest = createLatest();
  return (id, isAgain = false) => latest.load((signal) => api.photo(id, signal),
    (feature) => store.change(photoChanged(id, { feature, problem: "" })),
    (error) => store.change(photoChanged(id, { problem: problemOf(error), isMissing: error.status === 404, ...(isAgain && error.status === 404 && { feature: null }) })));
}

function problemOf(error) {
  return error.status === 404 ? TEXTS.photoGone : error.message;
}
