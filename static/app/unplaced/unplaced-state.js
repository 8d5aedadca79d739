/** @module */

import { setWithin } from "../core/store.js";

/**
 * @typedef {object} UnplacedFiles the open list of files that are not on the map
 * @property {string} reason one of the server's reasons, or `all`
 * @property {"loading" | "ready" | "failed"} status
 * @property {import("../api/photos.js").Photo[]} photos the files loaded so far, as features without a geometry
 * @property {number | null} total
 * @property {boolean} more whether there is a further page
 * @property {string} problem
 */

export const UNPLACED = {
  unplaced: /** @type {UnplacedFiles | null} */ (null),
  /** How many files are not on the map, by reason. */
  unlocated: /** @type {Record<string, number> | null} */ (null),
  /** The command that scans photos into this server's index, once it is known. */
  scanCommand: /** @type {string | null} */ (null),
};

/**
 * @param {string} reason
 * @returns {UnplacedFiles}
 */
export function emptyUnplaced(reason) {
  return { reason, status: "loading", photos: [], total: null, more: false, problem: "" };
}

/**
 * Changes the list of files that are not on the map. Dropped if another list is open by now.
 *
 * @param {string} reason
 * @param {(unplaced: UnplacedFiles) => Partial<UnplacedFiles>} step
 */
export const unplacedChanged = (reason, step) => (/** @type {import("../core/store.js").State} */ state) =>
  state.unplaced?.reason === reason ? setWithin("unplaced", step(state.unplaced))(state) : state;
