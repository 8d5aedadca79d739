/**
 * What the address bar says: the view and what is open, as `#map=z/lat/lon&photo=id`. Pure functions.
 * @module
 */

/**
 * @typedef {{zoom: number, lat: number, lon: number}} MapView
 * @typedef {{lat: number, lon: number}} Spot
 * @typedef {object} Route
 * @property {MapView | null} map
 * @property {number | null} photo the photo that is open
 * @property {string | null} cluster the cluster that is open as a list
 * @property {Spot | null} near the spot whose nearest photos are listed
 */

/** @type {Route} */
export const NOWHERE = Object.freeze({ map: null, photo: null, cluster: null, near: null });

/**
 * Reads a location hash. What cannot be read is as if it were not there.
 *
 * @param {string} hash with or without `#`
 * @returns {Route}
 */
export function parseRoute(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const photo = fields.get("photo");
  const near = numbers(fields.get("near"), ",", 2);
  return {
    map: parseMap(fields.get("map")),
    photo: photo && /^\d{1,15}$/.test(photo) ? Number(photo) : null,
    cluster: fields.get("cluster") || null,
    near: near && isOnEarth(near[0], near[1]) ? { lat: near[0], lon: near[1] } : null,
  };
}

/**
 * @param {Route} route
 * @returns {string} a hash with `#`, or an empty string
 */
export function formatRoute(route) {
  const fields = [];
  if (route.map) fields.push(`map=${formatMap(route.map)}`);
  if (route.near) fields.push(`near=${fixed(route.near.lat, 6)},${fixed(route.near.lon, 6)}`);
  if (route.cluster) fields.push(`cluster=${encodeURIComponent(route.cluster)}`);
  if (route.photo !== null) fields.push(`photo=${route.photo}`);
  return fields.length ? `#${fields.join("&")}` : "";
}

function parseMap(text) {
  const values = numbers(text, "/", 3);
  if (!values || values[0] < 0 || values[0] > 24 || !isOnEarth(values[1], values[2])) return null;
  return { zoom: values[0], lat: values[1], lon: values[2] };
}

function formatMap({ zoom, lat, lon }) {
  const decimals = Math.max(0, Math.ceil((zoom * Math.LN2 + Math.log(512 / 360 / 0.5)) / Math.LN10));
  return `${fixed(zoom, 2)}/${lat.toFixed(decimals)}/${lon.toFixed(decimals)}`;
}

function numbers(text, separator, count) {
  const values = (text ?? "").split(separator).map((part) => (part.trim() === "" ? NaN : Number(part)));
  return values.length === count && values.every(Number.isFinite) ? values : null;
}

function isOnEarth(lat, lon) {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}

function fixed(value, decimals) {
  return String(Number(value.toFixed(decimals)));
}
