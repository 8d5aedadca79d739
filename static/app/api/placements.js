/**
 * Places photos by hand, and undoes it.
 * @module
 */

/**
 * @typedef {object} Placement without longitude and latitude the position is taken away
 * @property {number} photo
 * @property {number} [longitude]
 * @property {number} [latitude]
 * @property {number} [direction]
 */

/** @param {import("./transport.js").Transport} transport */
export function createPlacements({ post, remove }) {
  return {
    /** Places photos in one act. @param {Placement[]} placements @returns {Promise<{act: number, placed: number}>} */
    place: (placements) => post("placements", { placements }),

    /** Undoes an act. @param {number} act @returns {Promise<{act: number, undone: number}>} */
    undoPlacements: (act) => remove(`placements/${act}`),
  };
}
