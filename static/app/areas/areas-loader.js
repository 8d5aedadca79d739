/** @module */

import { setWithin } from "../core/store.js";
import { WORLD, partsChanged, withoutAreas } from "./areas-state.js";

/**
 * Fetches the parts of areas.
 *
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createAreasLoader(store, api) {
  /** @type {Map<string, AbortController>} */
  const requests = new Map();

  /** @param {string} parent */
  async function load(parent) {
    requests.get(parent)?.abort();
    const request = new AbortController();
    requests.set(parent, request);
    store.change(partsChanged(parent, { status: "loading" }));
    try {
      const { places, elsewhere } = await api.areasIn(parent, withoutAreas(store.state.filters), request.signal);
      if (!request.signal.aborted) store.change(partsChanged(parent, { status: "ready", areas: places, elsewhere, problem: "" }));
    } catch (error) {
      if (!request.signal.aborted) store.change(partsChanged(parent, { status: "failed", problem: error.message }));
    }
  }

  return {
    load,

    /** Loads the countries, and the parts of every opened area. */
    loadAll() {
      for (const parent of [WORLD, ...(store.state.areas.opened ?? [])]) load(parent);
    },

    /** Drops all parts, because other filters give other counts. */
    forget() {
      for (const request of requests.values()) request.abort();
      requests.clear();
      store.change(setWithin("areas", { parts: {} }));
    },
  };
}
