/**
 * What the address bar says: the view, the filters and what is open, as `#map=z/lat/lon&photo=id`. Pure functions.
 * @module
 */

import { NO_FILTERS, joined, valuesOf } from "./filters/filters.js";
import { parseDay } from "./layers/day.js";
import { DEFAULT_LOOK, formatLook, parseLook } from "./layers/look.js";

/**
 * @typedef {{zoom: number, lat: number, lon: number}} MapView
 * @typedef {{lat: number, lon: number}} Spot
 * @typedef {object} Route
 * @property {MapView | null} map
 * @property {import("./filters/filters.js").Filters} filters
 * @property {import("./ui/order-choice.js").Order} order which photos come first, in the grid and in lists
 * @property {number | null} photo the photo that is open
 * @property {string | null} cluster the cluster that is open as a list
 * @property {Spot | null} near the spot whose nearest photos are listed
 * @property {import("./layers/look.js").Look} look
 * @property {string | null} day the day whose photos a line joins
 * @property {boolean} full whether the open photo fills the window
 * @property {string | null} unplaced why the listed files are not on the map: a reason, or `all`
 */

/** Below 0 the world is smaller than one tile, as on a narrow window. */
const LEAST_ZOOM = -2;
/** No more than this of a filter is read from an address. */
const LONGEST_FILTER = 1000;
const MOST_VALUES = 50;

/** @type {Route} */
export const NOWHERE = Object.freeze({
  map: null, filters: NO_FILTERS, order: "newest", photo: null, cluster: null, near: null,
  full: false, unplaced: null, look: DEFAULT_LOOK, day: null,
});

/**
 * Reads a location hash. What cannot be read is as if it were not there.
 *
 * @param {string} hash with or without `#`
 * @returns {Route}
 */
export function parseRoute(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const number = fields.get("photo");
  const photo = number && /^\d{1,15}$/.test(number) ? Number(number) : null;
  const reason = fields.get("unplaced");
  const unplaced = reason && /^[a-z-]{1,40}$/.test(reason) ? reason : null;
  const near = numbers(fields.get("near"), ",", 2);
  return {
    map: parseMap(fields.get("map")),
    filters: parseFilters(fields),
    order: parseOrder(fields),
    photo,
    cluster: fields.get("cluster") || null,
    near: near && isOnEarth(near[0], near[1]) ? { lat: near[0], lon: near[1] } : null,
    // Beside the files that are not on the map there is no panel to show a photo in.
    full: photo !== null && (fields.get("full") === "1" || unplaced !== null),
    unplaced,
    look: parseLook(fields),
    day: parseDay(fields.get("day")),
  };
}

/**
 * @param {Route} route
 * @returns {string} a hash with `#`, or an empty string
 */
export function formatRoute(route) {
  const fields = [];
  if (route.map) fields.push(`map=${formatMap(route.map)}`);
  for (const [name, value] of Object.entries(route.filters)) {
    for (const one of valuesOf(value)) fields.push(`${name}=${encodeURIComponent(one)}`);
  }
  if (route.order !== "newest") fields.push(`order=${route.order}`);
  fields.push(...formatLook(route.look));
  if (route.day) fields.push(`day=${route.day}`);
  if (route.near) fields.push(`near=${fixed(route.near.lat, 6)},${fixed(route.near.lon, 6)}`);
  if (route.cluster) fields.push(`cluster=${encodeURIComponent(route.cluster)}`);
  if (route.unplaced !== null) fields.push(`unplaced=${route.unplaced}`);
  if (route.full) fields.push("full=1");
  if (route.photo !== null) fields.push(`photo=${route.photo}`);
  return fields.length ? `#${fields.join("&")}` : "";
}

function parseOrder(fields) {
  const order = fields.get("order");
  if (order === "distance" || order === "oldest") return order;
  // Earlier versions had an order for the grid and another for lists.
  return fields.get("list") === "oldest" ? "oldest" : "newest";
}

function parseMap(text) {
  const values = numbers(text, "/", 3);
  if (!values || values[0] < LEAST_ZOOM || values[0] > 24 || !isOnEarth(values[1], values[2])) return null;
  return { zoom: values[0], lat: values[1], lon: values[2] };
}

function parseFilters(fields) {
  return /** @type {any} */ (Object.fromEntries(
    Object.keys(NO_FILTERS).map((name) => [name, valuesIn(fields, name)])));
}

/** Dates are one span; of the others there may be several. */
function valuesIn(fields, name) {
  const values = fields.getAll(name).slice(0, name === "time" || name === "undated" ? 1 : MOST_VALUES);
  // Earlier versions wrote the moments of `time` with the offset of UTC.
  const plain = name === "time" ? values.map((value) => value.replace(/(:\d\d(?:\.\d+)?)Z/gi, "$1")) : values;
  return joined(plain.map((value) => value.replaceAll("\n", " ").slice(0, LONGEST_FILTER)));
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
