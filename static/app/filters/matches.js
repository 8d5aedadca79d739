/**
 * How many photos of the whole library match the filters, and where they are. Requested once for each choice of
 * filters, but not while a slider moves.
 * @module
 */

import { filterKey, isFiltered } from "./filters.js";
import { boxAround } from "../core/box-around.js";
import { WHOLE_EARTH } from "../core/viewport.js";
import { set } from "../core/store.js";
import { countOf } from "../map/count-in-view.js";
import { createNewest } from "../core/newest.js";

/**
 * @typedef {object} Matches
 * @property {string} key of the filters
 * @property {number} total
 * @property {number[] | null} box the smallest box around the matches
 *
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createMatches(store, api) {
  const newest = createNewest({
    keyOf: filterKey,
    ask: (filters, signal) => api.clusters(WHOLE_EARTH, filters, signal),
    onAnswer: ({ features }, filters) => store.change(set({ matches: matchesOf(features, filters) })),
  });

  function ask() {
    const { filters, time } = store.state;
    if (isFiltered(filters) && !time.isMoving) newest.want(filters);
  }

  store.watch((state) => state.filters, ask);
  store.watch((state) => state.time.isMoving, ask);
  store.watch((state) => state.library, () => {
    newest.forget();
    ask();
  });
}

/**
 * @param {import("../core/store.js").State} state
 * @returns {Matches | null} null if no filter is set, or the answer for the current filters is not here yet
 */
export function matchesNow({ filters, matches }) {
  return matches && isFiltered(filters) && matches.key === filterKey(filters) ? matches : null;
}

/** @param {import("../api/photos.js").Pin[]} features @param {import("../filters/filters.js").Filters} filters @returns {Matches} */
function matchesOf(features, filters) {
  return { key: filterKey(filters), total: features.reduce((sum, one) => sum + countOf(one), 0), box: boxAround(features) };
}
