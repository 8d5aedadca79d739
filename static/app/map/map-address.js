/** @module */

/**
 * @typedef {{zoom: number, lat: number, lon: number}} MapView
 * @typedef {{lat: number, lon: number}} Spot
 */

/** Below 0 the world is smaller than one tile, as on a narrow window. */
const LEAST_ZOOM = -2;

/**
 * The position of the map.
 *
 * @type {import("../core/address.js").AddressPart}
 */
export const MAP_ADDRESS = {
  fields: { map: null },
  read: (fields) => ({ map: parseMap(fields.get("map")) }),
  write: ({ map }) => (map ? [`map=${formatMap(map)}`] : []),
};

/** @returns {MapView | null} */
function parseMap(text) {
  const values = numbersIn(text, "/", 3);
  if (!values || values[0] < LEAST_ZOOM || values[0] > 24 || !isOnEarth(values[1], values[2])) return null;
  return { zoom: values[0], lat: values[1], lon: values[2] };
}

function formatMap({ zoom, lat, lon }) {
  const decimals = Math.max(0, Math.ceil((zoom * Math.LN2 + Math.log(512 / 360 / 0.5)) / Math.LN10));
  return `${rounded(zoom, 2)}/${lat.toFixed(decimals)}/${lon.toFixed(decimals)}`;
}

/** @param {string | null} text @param {string} separator @param {number} count @returns {number[] | null} */
export function numbersIn(text, separator, count) {
  const values = (text ?? "").split(separator).map((part) => (part.trim() === "" ? NaN : Number(part)));
  return values.length === count && values.every(Number.isFinite) ? values : null;
}

/** @param {number} lat @param {number} lon */
export function isOnEarth(lat, lon) {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}

/** @param {number} value @param {number} decimals */
export function rounded(value, decimals) {
  return String(Number(value.toFixed(decimals)));
}
