/**
 * The movement of the map while something is held at its edge. Pure.
 * @module
 */

/** Nearer than this to the edge, the map moves, at most this far in a frame. */
const EDGE_PX = 56;
const FASTEST_PX = 14;

/**
 * How far the map moves in a frame while something is held at its edge.
 *
 * @param {import("./drag.js").Point} point @param {{left: number, top: number, right: number, bottom: number}} edges @returns {[number, number]} to the right and down
 */
export function driftAt({ clientX, clientY }, { left, top, right, bottom }) {
  return [drift(clientX, left, right), drift(clientY, top, bottom)];
}

function drift(at, low, high) {
  const share = (distance) => Math.max(0, Math.min(1, 1 - distance / EDGE_PX));
  return Math.round(FASTEST_PX * (share(high - at) - share(at - low)));
}
