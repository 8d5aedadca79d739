/**
 * The kinds of maps. Pure.
 * @module
 */

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
