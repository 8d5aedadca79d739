/**
 * The photo that a cluster shows: its newest, or the newest that has a thumbnail. Photos without one are remembered, so
 * that they are not requested again.
 * @module
 */

import { LeastRecentlyUsed } from "../core/lru.js";
import { pinFilters } from "../filters/filters.js";

const KEPT = 500;
/** How many photos of a cluster are tried. */
const TRIED = 6;
/**
 * After this number of photos in a row without a thumbnail, the library is assumed to have none. Imported libraries
 * have none.
 */
const MOST_IN_VAIN = 12;

/** @typedef {ReturnType<typeof createCovers>} Covers */

/**
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 * @param {(state: import("../core/store.js").State) => import("../filters/filters.js").Filters} [filtersOf] of the pins
 */
export function createCovers(store, api, filtersOf = pinFilters) {
  /**
   * Photos without a thumbnail.
   *
   * @type {Set<number>}
   */
  const blank = new Set();
  /**
   * The photos to try for a cluster whose newest photo has no thumbnail.
   *
   * @type {LeastRecentlyUsed<string, Promise<number[]>>}
   */
  const candidates = new LeastRecentlyUsed(KEPT);
  /**
   * The photo that was found for a cluster.
   *
   * @type {LeastRecentlyUsed<string, number>}
   */
  const found = new LeastRecentlyUsed(KEPT);
  let inVain = 0;
  const nameOf = (/** @type {import("../api/photos.js").Pin} */ { properties }) => `${properties.cluster_id} ${properties.photo}`;

  function candidatesOf(cluster) {
    const name = nameOf(cluster);
    const known = candidates.get(name);
    if (known) return known;
    // If the request fails, there is no other photo. The map's own requests report the problem.
    const asked = api.clusterItems(String(cluster.properties.cluster_id), "newest", TRIED, filtersOf(store.state))
      .then(({ features }) => features.map(({ id }) => id), () => []);
    candidates.set(name, asked);
    return asked;
  }

  return {
    thumbnailURL: api.thumbnailURL,

    /** @param {import("../api/photos.js").Pin} cluster @returns {number} the photo to show */
    of: (cluster) => found.get(nameOf(cluster)) ?? cluster.properties.photo,

    /** A thumbnail was loaded. */
    worked() {
      inVain = 0;
    },

    /**
     * @param {import("../api/photos.js").Pin} cluster
     * @param {number} failed the photo that has no thumbnail
     * @returns {Promise<number | null>} another photo to try, or null after the last and while the server is away
     */
    async instead(cluster, failed) {
      if (inVain >= MOST_IN_VAIN || await api.isUnreachable(failed)) return null;
      blank.add(failed);
      inVain += 1;
      const other = (await candidatesOf(cluster)).find((id) => !blank.has(id)) ?? null;
      if (other !== null) found.set(nameOf(cluster), other);
      return other;
    },

    /** Forgets all results, because the library or the server has changed. */
    forget() {
      blank.clear();
      candidates.clear();
      found.clear();
      inVain = 0;
    },
  };
}
