/**
 * Positions along recorded tracks. If the clock of a camera is moved, its photos slide along them. Pure.
 * @module
 */

/** Of places that are hardly farther, the one that is nearest in time is meant: tracks cross themselves. */
const SLACK_PX = 6;

/**
 * @typedef {object} Line of a track
 * @property {number[][]} points
 * @property {number[]} instants in milliseconds, ascending
 *
 * @typedef {{longitude: number, latitude: number}} Position
 */

/** @param {import("../api/tracks.js").Track[]} features @returns {Line[]} */
export function linesOf(features) {
  return features.flatMap(({ geometry, properties }) =>
    geometry.coordinates.map((points, index) => ({ points, instants: properties.coordTimes[index].map((text) => Date.parse(text)) })))
    .filter(({ points }) => points.length > 1);
}

/** @param {Line[]} lines @param {number} instant @returns {Position | null} null at a time without a track */
export function positionAt(lines, instant) {
  for (const { points, instants } of lines) {
    if (instant < instants[0] || instant > instants[instants.length - 1]) continue;
    const next = Math.max(1, indexAfter(instants, instant));
    const share = (instant - instants[next - 1]) / Math.max(1, instants[next] - instants[next - 1]);
    const [longitude, latitude] = between(points[next - 1], points[next], share);
    return { longitude, latitude };
  }
  return null;
}

/** The first index whose instant is not earlier. */
function indexAfter(instants, instant) {
  let [low, high] = [0, instants.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (instants[middle] < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The moment at which a track passes nearest to a point of the screen.
 *
 * @param {Line[]} lines
 * @param {{x: number, y: number}} point
 * @param {object} options
 * @param {(lon: number, lat: number) => {x: number, y: number, isHidden: boolean}} options.project
 * @param {number} options.around the moment that is preferred
 * @returns {{instant: number, distance: number} | null} the distance in pixels
 */
export function nearestMoment(lines, point, { project, around }) {
  const found = lines.flatMap(({ points, instants }) => {
    const screen = points.map(([lon, lat]) => project(lon, lat));
    return screen.slice(1).map((end, index) => {
      const { share, distance } = footOf(point, screen[index], end);
      return { instant: instants[index] + share * (instants[index + 1] - instants[index]), distance };
    });
  });
  const least = found.reduce((best, { distance }) => Math.min(best, distance), Infinity);
  const near = found.filter(({ distance }) => distance <= least + SLACK_PX);
  return near.reduce((best, one) => (best && Math.abs(best.instant - around) <= Math.abs(one.instant - around) ? best : one), null);
}

/** The nearest point of a segment to a point. */
function footOf({ x, y }, from, to) {
  if (from.isHidden || to.isHidden) return { share: 0, distance: Infinity };
  const [across, down] = [to.x - from.x, to.y - from.y];
  const length = across * across + down * down;
  const share = length ? Math.max(0, Math.min(1, ((x - from.x) * across + (y - from.y) * down) / length)) : 0;
  return { share, distance: Math.hypot(from.x + share * across - x, from.y + share * down - y) };
}

function between(from, to, share) {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/**
 * Where the photos of a camera are if its clock is moved.
 *
 * @param {import("./plan-state.js").Planned[]} entries
 * @param {string} camera @param {number} by how much later they were taken, in milliseconds @param {Line[]} lines
 * @returns {Map<number, Position>} by photo; without those for which no track is there
 */
export function slid(entries, camera, by, lines) {
  const places = new Map();
  for (const { photo, camera: own, clock, instant } of entries) {
    const position = own === camera && clock ? positionAt(lines, Date.parse(instant) + by) : null;
    if (position) places.set(photo, position);
  }
  return places;
}
