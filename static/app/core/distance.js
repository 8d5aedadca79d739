/** @module */

const EARTH_RADIUS = 6_371_008.8;
const RADIANS = Math.PI / 180;

/**
 * The great-circle distance on a sphere; accurate to a third of a percent.
 *
 * @param {number[]} a longitude and latitude @param {number[]} b @returns {number} in metres
 */
export function metresBetween([lonA, latA], [lonB, latB]) {
  const half = (degrees) => Math.sin((degrees * RADIANS) / 2) ** 2;
  const share = half(latB - latA) + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * half(lonB - lonA);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(share)));
}
