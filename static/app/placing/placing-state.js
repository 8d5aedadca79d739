/**
 * The photos that are being placed on the map. Pure.
 * @module
 */

import { round7 } from "../api/photos.js";

/**
 * @typedef {object} Placing
 * @property {any[]} photos the photos to place, as features
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

/** @param {any} file that is not on the map @returns {boolean} whether it is a photo that could be */
export function isPlaceable({ geometry, properties }) {
  return Boolean(geometry) || !NO_PHOTOS.includes(properties.reason);
}

/** Values of `locationSource` for positions that people gave to photos. */
const PLACED = ["manual", "track", "neighbour"];

/** @param {any} photo @returns {boolean} whether its position is from an act that can be undone */
export function wasPlaced({ geometry, properties }) {
  return Boolean(geometry) && PLACED.includes(properties.locationSource);
}

/**
 * @param {any[]} photos
 * @param {{lat: number, lon: number}} spot
 * @returns {import("../api/placements.js").Placement[]} each keeps the direction of its camera
 */
export function placementsAt(photos, { lat, lon }) {
  return photos.map(({ id, properties }) => ({
    photo: id, longitude: round7(lon), latitude: round7(lat),
    ...(Number.isFinite(properties.direction) && { direction: properties.direction }),
  }));
}

/** @param {Partial<Placing>} changes */
export const placingChanged = (changes) => (/** @type {import("../core/store.js").State} */ state) =>
  state.placing ? { ...state, placing: { ...state.placing, ...changes } } : state;
