/**
 * Where a menu is that belongs to a point of the window. Pure.
 * @module
 */

/** The least distance to the edges of the window. */
const MARGIN = 6;

/**
 * Below the point, on the side to which lines run; on the other side or above it if there is too little space, and always
 * inside of the window.
 *
 * @param {{x: number, y: number}} point
 * @param {{width: number, height: number}} menu
 * @param {{width: number, height: number}} space the window
 * @param {number} on 1 where lines run to the right, -1 where they run to the left
 * @returns {{left: number, top: number}}
 */
export function placeOfMenu(point, menu, space, on) {
  const [after, before] = [point.x, point.x - menu.width];
  const [wanted, other] = on > 0 ? [after, before] : [before, after];
  const fits = (/** @type {number} */ left) => left >= MARGIN && left + menu.width <= space.width - MARGIN;
  const below = point.y + menu.height <= space.height - MARGIN;
  return {
    left: inside(fits(wanted) || !fits(other) ? wanted : other, menu.width, space.width),
    top: inside(below ? point.y : point.y - menu.height, menu.height, space.height),
  };
}

/** @param {number} start @param {number} length @param {number} room */
function inside(start, length, room) {
  return Math.max(MARGIN, Math.min(start, room - MARGIN - length));
}
