/**
 * Fetches how many files are not on the map, and the list of them page by page.
 * @module
 */

import { set } from "../core/store.js";
import { photoChanged } from "../panel/photo-state.js";
import { unplacedChanged } from "./unplaced-state.js";
import { TEXTS } from "../core/texts.js";

const PAGE = 100;
/** Who goes on and on through the list gets larger and larger parts of it. */
const MOST = 10_000;
const FURTHER_DOWN = TEXTS.scrollForDetails;

/**
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createUnplacedLoader(store, api) {
  let countRequest = new AbortController();
  let listRequest = new AbortController();
  /** @type {string | null} */
  let cursor = null;

  async function load(reason) {
    listRequest.abort();
    const { signal } = (listRequest = new AbortController());
    store.change(unplacedChanged(reason, () => ({ status: "loading", problem: "" })));
    try {
      const had = store.state.unplaced?.photos.length ?? 0;
      const limit = Math.min(MOST, Math.max(PAGE, had));
      const answer = await api.report({ reason, limit, cursor }, signal);
      if (signal.aborted) return;
      cursor = cursorOf(answer);
      grow(reason, answer);
    } catch (error) {
      if (signal.aborted) return;
      store.change(unplacedChanged(reason, () => ({ status: "failed", more: true, problem: error.message })));
    }
  }

  function grow(reason, { files, numberMatched, unlocated }) {
    const features = files.map(featureOf);
    store.change(set({ unlocated }));
    store.change(unplacedChanged(reason, ({ photos }) => ({
      status: "ready", photos: [...photos, ...features], total: numberMatched, more: cursor !== null,
    })));
    tellPhoto(features);
  }

  /** The address may name a file, of which no other question tells. */
  function tellPhoto(features) {
    const { photo } = store.state;
    if (!photo || photo.feature) return;
    const feature = features.find(({ id }) => id === photo.id) ?? null;
    store.change(photoChanged(photo.id, { feature, problem: feature ? "" : FURTHER_DOWN }));
  }

  return {
    /** Asks only how many there are, and how to scan for more. */
    async count() {
      // What is not on the map is not shared.
      if (store.state.library.isGuest) return;
      countRequest.abort();
      const { signal } = (countRequest = new AbortController());
      try {
        const { unlocated, scanCommand } = await api.report({ reason: "all", limit: 1 }, signal);
        if (!signal.aborted) store.change(set({ unlocated, scanCommand }));
      } catch {
        // What is on the map matters more, and its own questions say what is wrong.
      }
    },

    /** @param {string} reason */
    open(reason) {
      cursor = null;
      return load(reason);
    },

    /** The next page, or the one that failed. */
    more() {
      const { unplaced } = store.state;
      if (unplaced && unplaced.status !== "loading" && unplaced.more) load(unplaced.reason);
    },
  };
}

/** The link names the host the server knows of; only where to go on is taken from it. */
function cursorOf({ links = [] }) {
  const next = links.find((link) => link.rel === "next");
  return next ? new URL(next.href, document.baseURI).searchParams.get("cursor") : null;
}

function featureOf({ id, ...properties }) {
  return { type: "Feature", id, geometry: null, properties };
}
