/** @module */

/**
 * @typedef {object} UnplacedFiles the files that are not on the map, when they are listed
 * @property {string} reason one of the server's reasons, or `all`
 * @property {"loading" | "ready" | "failed"} status
 * @property {any[]} photos those that have come so far, as features without a geometry
 * @property {number | null} total
 * @property {boolean} more whether a further page can be had
 * @property {string} problem
 */

export const UNPLACED = {
  unplaced: /** @type {UnplacedFiles | null} */ (null),
  /** How many files are not on the map, by reason. */
  unlocated: /** @type {Record<string, number> | null} */ (null),
  /** What an owner types to scan photos into this server's index, once it is known. */
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
 * A step for the list of files that are not on the map; dropped when another list is open by now.
 *
 * @param {string} reason
 * @param {(unplaced: UnplacedFiles) => Partial<UnplacedFiles>} step
 */
export const unplacedChanged = (reason, step) => (/** @type {import("../core/store.js").State} */ state) =>
  state.unplaced?.reason === reason ? { ...state, unplaced: { ...state.unplaced, ...step(state.unplaced) } } : state;
