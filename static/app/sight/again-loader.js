/** @module */

import { createLatest } from "../core/latest.js";
import { set } from "../core/store.js";
import { againOf, hasDirection, keptFor } from "./again.js";

/** @typedef {import("./again.js").Again} Again */

/** How long a photo has to stay open before a request is sent for it. */
const STAYS_MS = 250;
const MOST = 60;

/**
 * Finds the photos that show the same as the open one on other days.
 *
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 * @param {() => void} onKnown called when it is known which there are
 */
export function createAgainLoader(store, api, onKnown) {
  const latest = createLatest();
  let timer = 0;

  /** @param {import("../panel/photo-state.js").OpenPhoto} photo */
  function load({ id, feature }) {
    // A server that refuses or fails offers nothing here.
    latest.load((signal) => api.again(id, MOST, signal),
      (answer) => know(againOf(/** @type {import("../api/photos.js").Photo} */ (feature), answer)), () => know(null));
  }

  /** @param {Again | null} again */
  function know(again) {
    store.change(set({ again }));
    onKnown();
  }

  function follow() {
    const { photo, again } = store.state;
    clearTimeout(timer);
    latest.abort();
    const kept = keptFor(again, photo?.id);
    if (kept !== again) store.change(set({ again: kept }));
    if (!photo || (!photo.feature && !photo.problem)) return;
    if (hasDirection(photo.feature)) timer = setTimeout(() => load(photo), STAYS_MS);
    else know(null);
  }

  store.watch((state) => state.photo?.id, follow);
  store.watch((state) => state.photo?.feature ?? state.photo?.problem ?? null, follow);

  return {
    /** The library may have changed. */
    refresh() {
      const { photo } = store.state;
      if (photo && hasDirection(photo.feature)) load(photo);
    },
  };
}
