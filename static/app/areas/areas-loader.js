/** @module */

import { createLatest } from "../core/latest.js";
import { setWithin } from "../core/store.js";
import { WORLD, partsChanged, withoutAreas } from "./areas-state.js";

/**
 * Fetches the parts of areas.
 *
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createAreasLoader(store, api) {
  /** @type {Map<string, ReturnType<typeof createLatest>>} */
  const requests = new Map();

  /** @param {string} parent */
  function load(parent) {
    if (!requests.has(parent)) requests.set(parent, createLatest());
    store.change(partsChanged(parent, { status: "loading" }));
    return requests.get(parent).load((signal) => api.areasIn(parent, withoutAreas(store.state.filters), signal),
      ({ places, elsewhere }) => store.change(partsChanged(parent, { status: "ready", areas: places, elsewhere, problem: "" })),
      (error) => store.change(partsChanged(parent, { status: "failed", problem: error.message })));
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
