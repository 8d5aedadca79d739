/**
 * The box of the grid's requests: exactly the map's viewport. Pure functions.
 * @module
 */

import { mapLatitude } from "./mercator.js";
import { normalLongitude, possibleView } from "./viewport.js";

/**
 * In degrees: a view that ends this close to the edge of the flat map gets a box up to the pole. Web Mercator
 * ends before the poles, and the map shows the pins of all photos beyond at its edge. The tolerance is needed
 * because the zoom in an address is rounded, which moves the edge of the whole world by a pixel or two.
 */
const EDGE = 0.1;
const POLE = 90;
/**
 * A view at least this wide is the whole world. Rounding may make it narrower than 360°, and its sides would
 * become one meridian.
 */
const WHOLE = 360 - 1e-6;

/**
 * @param {import("./viewport.js").View} view
 * @returns {number[]} W, S, E, N as the API wants them; W > E crosses the antimeridian
 */
export function boxOf(view) {
  const { west, south, east, north } = possibleView(view);
  const whole = east - west >= WHOLE;
  return [
    whole ? -180 : normalLongitude(west), south <= mapLatitude(-POLE) + EDGE ? -POLE : south,
    whole ? 180 : normalLongitude(east), north >= mapLatitude(POLE) - EDGE ? POLE : north,
  ].map((degrees) => Number(degrees.toFixed(7)));
}

/**
 * @param {number[]} box
 * @param {number[]} place longitude and latitude
 * @returns {boolean} whether the place is in the box or on its edge
 */
export function boxContains([west, south, east, north], [lon, lat]) {
  if (lat < south || lat > north) return false;
  return west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
}

/**
 * @param {import("./viewport.js").View} view
 * @returns {import("../map/map-address.js").Spot} the middle of the view in Web Mercator
 */
export function middleOf({ west, south, east, north }) {
  const row = (lat) => Math.asinh(Math.tan((mapLatitude(lat) * Math.PI) / 180));
  const lat = (Math.atan(Math.sinh((row(south) + row(north)) / 2)) * 180) / Math.PI;
  return { lat, lon: normalLongitude((west + east) / 2) };
}
