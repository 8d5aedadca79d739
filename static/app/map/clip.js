/** @module */

/**
 * The part of a line that is inside a rectangle (Liang and Barsky). Pure.
 *
 * Browsers compute the dashes of a line over its whole length, even far outside the window.
 *
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {{left: number, top: number, right: number, bottom: number}} room
 * @returns {{x1: number, y1: number, x2: number, y2: number, cut: number} | null} with the length that is cut from its
 * start; null if the line does not touch the rectangle
 */
export function clipLine(from, to, { left, top, right, bottom }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [enters, leaves] = [0, 1];
  for (const [towards, distance] of [[-dx, from.x - left], [dx, right - from.x], [-dy, from.y - top], [dy, bottom - from.y]]) {
    if (towards === 0 && distance < 0) return null;
    if (towards < 0) enters = Math.max(enters, distance / towards);
    if (towards > 0) leaves = Math.min(leaves, distance / towards);
  }
  if (enters > leaves) return null;
  const at = (share) => [from.x + share * dx, from.y + share * dy];
  const [[x1, y1], [x2, y2]] = [at(enters), at(leaves)];
  return { x1, y1, x2, y2, cut: enters * Math.hypot(dx, dy) };
}
