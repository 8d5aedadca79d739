/**
 * Requests that place photos by hand, and undo that.
 * @module
 */

import { createActKeys } from "./act-keys.js";

/**
 * @typedef {object} Placement without longitude and latitude it removes the position
 * @property {number} photo
 * @property {number} [longitude]
 * @property {number} [latitude]
 * @property {number} [altitude]
 * @property {number} [direction]
 * @property {number} [accuracy] the expected error in metres
 * @property {"manual" | "track" | "neighbour"} [source]
 * @property {number} [gap] the seconds between the two fixes of the position; for a single fix, the seconds to it
 *
 * @typedef {object} Act photos that were placed, or undone, in one request
 * @property {number} act
 * @property {string} made
 * @property {string} by
 * @property {number} placed
 * @property {number} undone how many of those have been undone since
 * @property {number} undoes how many placements of earlier acts this one undid
 *
 * @typedef {{instant: string, longitude: number, latitude: number}} Fix
 *
 * @typedef {object} Planned a photo that can be placed
 * @property {number} photo
 * @property {string} path
 * @property {string} filename
 * @property {number} longitude
 * @property {number} latitude
 * @property {number} [altitude]
 * @property {"track" | "neighbour" | "manual"} source by hand, if the reader has dragged it
 * @property {number} gap
 * @property {number} accuracy
 * @property {string} instant
 * @property {string} camera
 * @property {string} [clock]
 * @property {string} [clockEvidence]
 * @property {Fix} before
 * @property {Fix} after
 */

/** @param {import("./transport.js").Transport} transport */
export function createPlacements({ json, post, remove }) {
  const keys = createActKeys();

  return {
    /**
     * The newest acts, and the positions that tracks and photos of other devices suggest.
     *
     * @param {Record<string, string>} clocks offsets by camera
     * @param {AbortSignal} [signal]
     * @returns {Promise<{acts: Act[], plan: Planned[], far: number, undated: number, withoutClock: Record<string, number>}>}
     */
    placementPlan(clocks, signal) {
      const clock = Object.entries(clocks).map(([camera, offset]) => `${camera}=${offset}`).join(",");
      return json("placements", { from: "tracks,neighbours", limit: 20, ...(clock && { clock }) }, signal);
    },

    /**
     * Places photos in one act.
     *
     * @param {Placement[]} placements @returns {Promise<{act: number, placed: number}>}
     */
    place: (placements) => keys.send({ placements }, (content) => post("placements", content)),

    /**
     * Undoes the newest act about a photo, for this photo only.
     *
     * @param {number} photo @returns {Promise<{undone: number}>}
     */
    async undoPlacementOf(photo) {
      const { acts } = await json("placements", { photo, limit: 1 });
      keys.forget();
      return acts.length ? remove(`placements/${acts[0].act}?photo=${photo}`) : { undone: 0 };
    },

    /**
     * Undoes an act.
     *
     * @param {number} act @returns {Promise<{act: number, undone: number}>}
     */
    undoPlacements(act) {
      keys.forget();
      return remove(`placements/${act}`);
    },
  };
}
