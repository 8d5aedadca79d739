/**
 * How large pins are. Pure functions.
 * @module
 */

/** The side of a photo's card, and that of a cluster of a million photos. */
const PHOTO = 50;
const MILLION = 88;
const LOG_OF_MILLION = 6;
/** How far a pin's pointer extends below its card. */
export const POINTER = 9;
/** Maps narrower than this have smaller pins, because large ones would hide the continents. */
const NARROW = 500;
/** How large they are there at zoom 0, 1, 2, and nearer. */
const SCALES = [0.56, 0.68, 0.8, 0.9];

/**
 * The area of a card grows with the logarithm of the number of its photos.
 *
 * @param {number} count
 * @param {number} scale
 * @returns {number} the side in pixels
 */
export function pinSize(count, scale) {
  const area = PHOTO ** 2 + ((MILLION ** 2 - PHOTO ** 2) * Math.log10(count)) / LOG_OF_MILLION;
  return Math.round(Math.sqrt(area) * scale);
}

/**
 * @param {{width: number}} size of the map
 * @param {number} zoom
 * @returns {number} the scale of all pins
 */
export function pinScale({ width }, zoom) {
  if (width >= NARROW) return 1;
  return SCALES[Math.max(0, Math.min(SCALES.length - 1, Math.round(zoom)))];
}
