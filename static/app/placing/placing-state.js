/**
 * The photos that are being placed on the map. Pure.
 * @module
 */

import { setWithin } from "../core/store.js";
import { round7 } from "../api/photos.js";

/**
 * @typedef {object} Placing
 * @property {import("../api/photos.js").Photo[]} photos the photos to place, as features
 * @property {boolean} isDragged whether they follow the pointer, from the list to the map
 * @property {boolean} isSending
 * @property {string} problem why they could not be placed
 */

export const PLACING = {
  placing: /** @type {Placing | null} */ (null),
  /** Whether the server has refused to place photos, for example because it opened the index read-only. */
  refusesPlacing: false,
};

/** Reasons of files that have no picture to place. */
const NO_PHOTOS = ["unreadable", "unsupported"];

/** @param {import("../api/photos.js").Photo} file that is not on the map @returns {boolean} whether it is a photo that could be */
export function isPlaceable({ geometry, properties }) {
  return Boolean(geometry) || !NO_PHOTOS.includes(properties.reason);
}

/** @param {import("../api/photos.js").Photo[]} photos @returns {import("../map/map-address.js").Spot | null} where they are, if that is one place */
export function commonSpot(photos) {
  const [first, ...others] = photos;
  if (!first?.geometry) return null;
  const [lon, lat] = first.geometry.coordinates;
  return others.every(({ geometry }) => geometry?.coordinates[0] === lon && geometry.coordinates[1] === lat) ? { lat, lon } : null;
}

/** Values of `locationSource` for positions that people gave to photos. */
const PLACED = ["manual", "track", "neighbour"];

/** @param {import("../api/photos.js").Photo} photo @returns {boolean} whether its position is from an act that can be undone */
export function wasPlaced({ geometry, properties }) {
  return Boolean(geometry) && PLACED.includes(properties.locationSource);
}

/**
 * @typedef {object} Details what the reader has entered beside the place
 * @property {number | null} altitude in metres
 * @property {number | null} direction in degrees; null keeps that of each camera
 *
 * @param {import("../api/photos.js").Photo[]} photos
 * @param {{lat: number, lon: number, altitude?: number}} spot with the altitude of the photo that it was copied from
 * @param {Details} [details] come before what is copied or kept
 * @returns {import("../api/placements.js").Placement[]}
 */
export function placementsAt(photos, { lat, lon, altitude: copied }, details = { altitude: null, direction: null }) {
  const altitude = details.altitude ?? copied;
  return photos.map(({ id, properties }) => {
    const direction = details.direction ?? properties.direction;
    return {
      photo: id, longitude: round7(lon), latitude: round7(lat),
      ...(Number.isFinite(altitude) && { altitude }), ...(Number.isFinite(direction) && { direction }),
    };
  });
}

/**
 * Whether photos are already where they would be placed, so that nothing would change.
 *
 * @param {import("../api/photos.js").Photo[]} photos @param {import("../api/placements.js").Placement[]} placements
 */
export function isUnchanged(photos, placements) {
  return photos.every(({ geometry, properties }, index) => {
    const { longitude, latitude, altitude, direction } = placements[index];
    const isThere = geometry && round7(geometry.coordinates[0]) === longitude && round7(geometry.coordinates[1]) === latitude;
    return isThere && altitude === undefined && (direction === undefined || direction === properties.direction);
  });
}

/** The limits of altitudes, in metres, and of directions, in degrees. Other numbers are typing errors. */
const LIMITS = { altitude: [-12_000, 100_000], direction: [0, 360] };

/**
 * @param {"altitude" | "direction"} name
 * @param {string} text that was entered, perhaps with a unit; a comma may be the decimal point
 * @returns {number | null | undefined} null for an empty field, undefined for a text that is not valid
 */
export function readDetail(name, text) {
  const trimmed = text.trim().replace(/\s*(m|°)$/i, "").replace(",", ".").replace("−", "-");
  if (trimmed === "") return text.trim() === "" ? null : undefined;
  const [least, most] = LIMITS[name];
  const value = /^[-+]?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : NaN;
  if (!(value >= least && value <= most)) return undefined;
  return name === "direction" ? value % 360 : value;
}

/** @param {Partial<Placing>} changes */
export const placingChanged = (changes) => setWithin("placing", changes);
