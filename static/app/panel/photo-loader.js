/** @module */

import { photoChanged } from "./photo-state.js";
import { TEXTS } from "../core/texts.js";

/**
 * Fetches photos that neither the map nor a list has.
 *
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 * @returns {(id: number) => Promise<void>}
 */
export function createPhotoLoader(store, api) {
  let request = new AbortController();

  return async (id) => {
    request.abort();
    const mine = (request = new AbortController());
    try {
      const feature = await api.photo(id, mine.signal);
      store.change(photoChanged(id, { feature, problem: "" }));
    } catch (error) {
      if (!mine.signal.aborted) store.change(photoChanged(id, { problem: problemOf(error), isMissing: error.status === 404 }));
    }
  };
}

function problemOf(error) {
  return error.status === 404 ? TEXTS.photoGone : error.message;
}
