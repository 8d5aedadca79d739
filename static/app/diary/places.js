/**
 * What the diary says about places. Pure functions.
 * @module
 */

import { normalLongitude } from "../core/viewport.js";
import { numbersIn, isOnEarth, rounded } from "../map/map-address.js";
import { pixelsFromEdge } from "../draw/strokes.js";

/**
 * @typedef {import("../api/trips.js").DiaryEntry} DiaryEntry
 * @typedef {import("../map/map-address.js").Spot} Spot
 */

const DECIMALS = 6;

export const DIARY_PLACES = {
  /** What is written about places, oldest first; null until it is known, and for guests. */
  placeTexts: /** @type {DiaryEntry[] | null} */ (null),
  /** The place whose text is open. */
  aboutPlace: /** @type {Spot | null} */ (null),
};

/**
 * The place whose text is open.
 *
 * @type {import("../core/address.js").AddressPart}
 */
export const ABOUT_ADDRESS = {
  fields: { about: null },
  isOpening: true,
  read(fields) {
    const about = numbersIn(fields.get("about"), ",", 2);
    return { about: about && isOnEarth(about[0], about[1]) ? { lat: about[0], lon: about[1] } : null };
  },
  write: ({ about }) => (about ? [`about=${keyOf(about)}`] : []),
};

/** @param {Spot} spot @returns {string} as in the address */
export function keyOf({ lat, lon }) {
  return [lat, normalLongitude(lon)].map((value) => rounded(value, DECIMALS)).join(",");
}

/** @param {DiaryEntry[]} entries @returns {DiaryEntry[]} those about places */
export function aboutPlaces(entries) {
  return entries.filter(({ longitude, latitude }) => longitude !== undefined && latitude !== undefined);
}

/** @param {DiaryEntry} entry about a place @returns {Spot} */
export function placeOf({ longitude = 0, latitude = 0 }) {
  return { lat: latitude, lon: longitude };
}

/** @param {DiaryEntry[]} texts @param {Spot} spot as in the address @returns {DiaryEntry | undefined} the text about it */
export function textAt(texts, spot) {
  const key = keyOf(spot);
  return texts.findLast((text) => keyOf(placeOf(text)) === key);
}

/**
 * @param {DiaryEntry[]} texts @param {Spot} spot @param {number} reach in pixels @param {number} zoom
 * @returns {DiaryEntry | undefined} the text about the nearest place
 */
export function textNear(texts, spot, reach, zoom) {
  const away = (/** @type {DiaryEntry} */ text) => {
    const { lat, lon } = placeOf(text);
    const corner = [spot.lon + normalLongitude(lon - spot.lon), lat];
    return pixelsFromEdge([spot.lon, spot.lat], corner, corner, zoom);
  };
  const [nearest] = texts.map((text) => ({ text, pixels: away(text) })).sort((one, other) => one.pixels - other.pixels);
  return nearest?.pixels <= reach ? nearest.text : undefined;
}

/**
 * @param {DiaryEntry[]} texts @param {Spot | null} open the place whose text is open; it is marked also before it has one
 * @returns {object} GeoJSON
 */
export function placeFeatures(texts, open) {
  const places = new Map([...texts.map(placeOf), ...(open ? [open] : [])].map((spot) => [keyOf(spot), spot]));
  const features = [...places].map(([about, { lat, lon }]) => (
    { type: "Feature", geometry: { type: "Point", coordinates: [lon, lat] }, properties: { about, isOpen: open !== null && about === keyOf(open) } }));
  return { type: "FeatureCollection", features };
}
