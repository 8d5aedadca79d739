/**
 * Fetches the number of files that are not on the map, and their list page by page.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { may, set } from "../core/store.js";
import { photoChanged } from "../panel/photo-state.js";
import { unplacedChanged } from "./unplaced-state.js";
import { TEXTS } from "../core/texts.js";

const PAGE = 100;
/** Pages grow with the length of the list, up to this size, so that long lists need fewer requests. */
const MOST = 10_000;
const FURTHER_DOWN = TEXTS.scrollForDetails;

/**
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createUnplacedLoader(store, api) {
  const counts = createLatest();
  const pages = createLatest();
  /** @type {string | null} */
  let cursor = null;

  function load(reason) {
    store.change(unplacedChanged(reason, () => ({ status: "loading", problem: "" })));
    const limit = Math.min(MOST, Math.max(PAGE, store.state.unplaced?.photos.length ?? 0));
    return pages.load((signal) => api.report({ reason, limit, cursor }, signal), (answer) => {
      cursor = cursorOf(answer);
      grow(reason, answer);
    }, (error) => store.change(unplacedChanged(reason, () => ({ status: "failed", more: true, problem: error.message }))));
  }

  function grow(reason, { files, numberMatched, unlocated }) {
    const features = files.map(featureOf);
    store.change(set({ unlocated }));
    store.change(unplacedChanged(reason, ({ photos }) => ({
      status: "ready", photos: [...photos, ...features], total: numberMatched, more: cursor !== null,
    })));
    updatePhoto(features);
  }

  /**
   * The address may name a file that only this list contains.
   *
   * @param {import("../api/photos.js").Photo[]} features
   */
  function updatePhoto(features) {
    const { photo } = store.state;
    if (!photo || photo.feature) return;
    const feature = features.find(({ id }) => id === photo.id) ?? null;
    store.change(photoChanged(photo.id, { feature, problem: feature ? "" : FURTHER_DOWN }));
  }

  return {
    /** Requests only the counts and the command to scan. */
    count() {
      if (!may(store.state, "report")) return;
      counts.load((signal) => api.report({ reason: "all", limit: 1 }, signal),
        ({ unlocated, scanCommand = null }) => store.change(set({ unlocated, scanCommand })),
        // The map's own requests report the problem.
        () => {});
    },

    /** @param {string} reason */
    open(reason) {
      cursor = null;
      return load(reason);
    },

    /** Loads the next page, or the one that failed. */
    more() {
      const { unplaced } = store.state;
      if (unplaced && unplaced.status !== "loading" && unplaced.more) load(unplaced.reason);
    },
  };
}

/** The link has the host that the server knows, which may differ behind a proxy. Only its cursor is used. */
function cursorOf({ links = [] }) {
  const next = links.find((link) => link.rel === "next");
  return next ? new URL(next.href, document.baseURI).searchParams.get("cursor") : null;
}

function featureOf({ id, ...properties }) {
  return { type: "Feature", id, geometry: null, properties };
}
