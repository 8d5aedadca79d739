/**
 * How many photos there are, and where. Loaded at the start, and retried until the server answers.
 * @module
 */

import { NO_FILTERS } from "../filters/filters.js";
import { boxAround } from "../core/box-around.js";
import { WHOLE_EARTH } from "../core/viewport.js";
import { set, setWithin } from "../core/store.js";
import { parseSpan } from "../core/span.js";

export const LIBRARY = {
  library: {
    status: /** @type {"loading" | "ready" | "failed"} */ ("loading"),
    total: 0,
    /** From the first dated photo to the last. */
    taken: /** @type {import("../core/span.js").Span | null} */ (null),
    /** Guests see only what was shared with them, and cannot change anything. */
    isGuest: false,
  },
  trouble: /** @type {Trouble | null} */ (null),
};

/** Gateways answer with these for a server that is away; 0 is no answer. */
const AWAY = [0, 502, 504];

/**
 * @typedef {object} Trouble why a request failed
 * @property {string} message
 * @property {boolean} [isAway] whether the server does not answer
 *
 * @param {import("../api.js").ApiError} error
 * @returns {Trouble}
 */
export function troubleOf({ detail, message, status }) {
  return { message: detail ?? message, isAway: AWAY.includes(status) };
}

/**
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createLibrary(store, api) {
  /** @type {number[] | null} */
  let extent = null;

  /**
   * The server's extent goes from the westernmost longitude to the easternmost. If photos are on both sides of the
   * antimeridian, that is the whole circle.
   */
  async function askBox() {
    return boxAround((await api.clusters(WHOLE_EARTH, NO_FILTERS)).features);
  }

  async function askTaken() {
    const { from, to } = await api.timeline({ ...WHOLE_EARTH, span: null, buckets: 1 }, NO_FILTERS);
    return from && to ? parseSpan(`${from}/${to}`) : null;
  }

  function setTaken(taken) {
    store.change(setWithin("library", { taken }));
  }

  return {
    /**
     * The smallest box around all photos, or null. It crosses the antimeridian if that is shorter.
     *
     * @returns {number[] | null}
     */
    get extent() {
      return extent;
    },

    /** @returns {Promise<boolean>} whether the server answered */
    async load() {
      try {
        const [collection, total, box] = await Promise.all([api.collection(), api.total(), askBox().catch(() => null)]);
        // The server gives the extent of all photos only to members. A guest's is computed from the photos that are
        // shared.
        const isGuest = total > 0 && extentOf(collection) === null;
        extent = total > 0 ? box ?? extentOf(collection) ?? await askBox() : null;
        const taken = isGuest ? await Promise.race([askTaken(), later(null)]) : takenOf(collection);
        store.change(set({ library: { status: "ready", total, taken, isGuest }, trouble: null }));
        if (isGuest && !taken) askTaken().then(setTaken, () => {});
        return true;
      } catch (error) {
        store.change(setWithin("library", { status: store.state.library.total ? "ready" : "failed" }));
        store.change(set({ trouble: troubleOf(error) }));
        return false;
      }
    },
  };
}

/** How long the first pins wait for the extent of a guest's photos. */
function later(value) {
  return new Promise((resolve) => setTimeout(resolve, 1000, value));
}

function extentOf(collection) {
  const box = collection.extent?.spatial?.bbox?.[0];
  return Array.isArray(box) && box.length >= 4 && box.every(Number.isFinite) ? box : null;
}

function takenOf(collection) {
  const [from, through] = collection.extent?.temporal?.interval?.[0] ?? [];
  return from && through ? parseSpan(`${from}/${through}`) : null;
}
