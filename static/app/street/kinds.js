/**
 * The kinds of maps, and whether one is missing. Pure.
 * @module
 */

import { may } from "../core/store.js";

/** From this zoom on, the built-in map has faded. */
const SCALE_ENDS = 12;

/** @typedef {{format?: string, encoding?: string}} Map */

/**
 * Whether a map has vector tiles that can be drawn.
 *
 * @param {Map} map
 */
export const isStreets = ({ format }) => format === "mvt" || !format;

/**
 * Whether a map has elevations.
 *
 * @param {Map} map
 */
export const isRelief = (map) => Boolean(map.encoding) && !isStreets(map);

/**
 * Whether a map has pictures.
 *
 * @param {Map} map
 */
export const isPictures = (map) => !isStreets(map) && !isRelief(map) && !isUnknown(map);

/**
 * Whether a map has tiles that this version of MapLibre cannot draw.
 *
 * @param {Map} map
 */
export const isUnknown = ({ format }) => format === "mlt";

/**
 * Whether the view is closer than the built-in map is exact, and no file continues it.
 *
 * @param {Pick<import("../core/store.js").State, "shown" | "street" | "visitor">} state
 */
export function lacksStreets({ shown, street, visitor }) {
  return Boolean(shown && shown.zoom >= SCALE_ENDS && street?.maps.length === 0 && may({ visitor }, "setUp"));
}
