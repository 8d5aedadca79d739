/**
 * Between the height of the grid and the height that a browser can scroll. Pure functions.
 *
 * Browsers draw nothing below some 17 million pixels, and a million photos are higher. Beyond a limit
 * the scrolled height is therefore smaller than the grid: near both ends the two go together, and the
 * middle is squeezed. Turning the wheel still moves the grid by as much as it says; only a jump of the
 * scroll bar is translated.
 * @module
 */

const HIGHEST = 12_000_000;
/** More than a reader scrolls in one go. */
const STRAIGHT = 200_000;

/**
 * @param {number} height the grid's
 * @returns {number} the height to scroll
 */
export function scrolledHeight(height) {
  return Math.min(height, HIGHEST);
}

/**
 * @param {number} y in the grid
 * @param {number} height the grid's
 * @returns {number} the same place in what is scrolled
 */
export function toScrolled(y, height) {
  if (height <= HIGHEST || y <= STRAIGHT) return y;
  if (y >= height - STRAIGHT) return HIGHEST - (height - y);
  return Math.round(STRAIGHT + (y - STRAIGHT) * squeeze(height));
}

/**
 * @param {number} scrolled
 * @param {number} height the grid's
 * @returns {number} the same place in the grid
 */
export function fromScrolled(scrolled, height) {
  if (height <= HIGHEST || scrolled <= STRAIGHT) return scrolled;
  if (scrolled >= HIGHEST - STRAIGHT) return height - (HIGHEST - scrolled);
  return Math.round(STRAIGHT + (scrolled - STRAIGHT) / squeeze(height));
}

function squeeze(height) {
  return (HIGHEST - 2 * STRAIGHT) / (height - 2 * STRAIGHT);
}
