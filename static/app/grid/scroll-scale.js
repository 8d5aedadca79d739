/**
 * Maps between positions in the grid and the smaller height that a browser can scroll. Pure functions.
 *
 * Browsers draw nothing below some 17 million pixels, and the grid of a million photos is higher. Beyond a limit the
 * scrolled height is therefore smaller than the grid. Near both ends positions map one to one; the middle is
 * compressed. The wheel still moves the grid by the distance it reports. Only jumps of the scroll bar are scaled.
 * @module
 */

const HIGHEST = 12_000_000;
/** Longer than one scroll with the wheel. */
const STRAIGHT = 200_000;

/**
 * @param {number} height of the grid
 * @returns {number} the height of the scrolled content
 */
export function scrolledHeight(height) {
  return Math.min(height, HIGHEST);
}

/**
 * @param {number} y in the grid
 * @param {number} height of the grid
 * @returns {number} the same position in the scrolled content
 */
export function toScrolled(y, height) {
  if (height <= HIGHEST || y <= STRAIGHT) return y;
  if (y >= height - STRAIGHT) return HIGHEST - (height - y);
  return Math.round(STRAIGHT + (y - STRAIGHT) * squeeze(height));
}

/**
 * @param {number} scrolled
 * @param {number} height of the grid
 * @returns {number} the same position in the grid
 */
export function fromScrolled(scrolled, height) {
  if (height <= HIGHEST || scrolled <= STRAIGHT) return scrolled;
  if (scrolled >= HIGHEST - STRAIGHT) return height - (HIGHEST - scrolled);
  return Math.round(STRAIGHT + (scrolled - STRAIGHT) / squeeze(height));
}

function squeeze(height) {
  return (HIGHEST - 2 * STRAIGHT) / (height - 2 * STRAIGHT);
}
