/**
 * How many photos there are, and where: asked at the start and again until there is an answer.
 * @module
 */

import { set } from "./state.js";
import { parseSpan } from "./time/span.js";

/**
 * @param {import("./state.js").Store} store
 * @param {import("./api.js").Api} api
 */
export function createLibrary(store, api) {
  /** @type {number[] | null} */
  let extent = null;

  return {
    /** The box around all photos, or null. @returns {number[] | null} */
    get extent() {
      return extent;
    },

    /** @returns {Promise<boolean>} whether the server answered */
    async load() {
      try {
        const [collection, total] = await Promise.all([api.collection(), api.total()]);
        extent = total > 0 ? boxOf(collection) : null;
        store.change(set({ library: { status: "ready", total, taken: takenOf(collection) }, trouble: null }));
        return true;
      } catch (error) {
        store.change((state) => ({
          ...state,
          library: { ...state.library, status: state.library.total ? "ready" : "failed" },
          trouble: { message: error.message },
        }));
        return false;
      }
    },
  };
}

function boxOf(collection) {
  const box = collection.extent?.spatial?.bbox?.[0];
  return Array.isArray(box) && box.length >= 4 && box.every(Number.isFinite) ? box : null;
}

function takenOf(collection) {
  const [from, through] = collection.extent?.temporal?.interval?.[0] ?? [];
  return from && through ? parseSpan(`${from}/${through}`) : null;
}
