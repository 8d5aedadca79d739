/** @module */

import { mapLatitude } from "../core/mercator.js";
import { isSeen } from "./globe.js";

/** Pins of photos near the poles are on the map's own edge. They are in view if the edge is this near. */
const EDGE = 1e-3;

/**
 * The number of photos whose pin or cluster is in view.
 *
 * @param {Pick<import("../core/store.js").State, "pins" | "view">} state
 * @returns {number}
 */
export function countInView({ pins, view }) {
  if (!view) return 0;
  return pins.reduce((sum, pin) => (isInside(pin.geometry.coordinates, view) ? sum + countOf(pin) : sum), 0);
}

/**
 * @param {import("../api/photos.js").Pin} feature a photo or a cluster
 * @returns {number}
 */
export function countOf(feature) {
  return feature.properties.cluster ? feature.properties.point_count : 1;
}

/** @param {number[]} position @param {import("../core/viewport.js").View} view */
function isInside([lon, latitude], { west, south, east, north, globe }) {
  if (globe) return isSeen(globe, lon, latitude);
  const lat = mapLatitude(latitude);
  if (lat < south - EDGE || lat > north + EDGE) return false;
  return west + ((((lon - west) % 360) + 360) % 360) <= east;
}
