/**
 * The span of time that the bar shows, and its zooming and panning. Pure functions.
 * @module
 */

import { DAY, HOUR, MINUTE, lengthOf } from "../core/span.js";

/** @typedef {import("../core/span.js").Span} Span */

const SHORTEST = 30 * MINUTE;
/** The margin beside the first and the last photo, as a share of the whole. */
const AIR = 0.01;
/** The span of the library is in instants. No clock on Earth differs from UTC by more than this. */
const FARTHEST_CLOCK = 14 * HOUR;

/**
 * @param {Span} photos from the first photo to the last
 * @returns {Span} whole days with a margin
 */
export function wholeAxis(photos) {
  const air = Math.max(lengthOf(photos) * AIR, FARTHEST_CLOCK);
  const from = Math.floor((photos.from - air) / DAY) * DAY;
  return { from, through: Math.ceil((photos.through + air) / DAY) * DAY - 1 };
}

/**
 * @param {Span} axis
 * @param {number} width in pixels
 * @param {number} time
 * @returns {number} pixels from the start
 */
export function xOf(axis, width, time) {
  return ((time - axis.from) / lengthOf(axis)) * width;
}

/**
 * @param {Span} axis
 * @param {number} width
 * @param {number} x
 * @returns {number} a moment
 */
export function timeAt(axis, width, x) {
  return Math.round(axis.from + (x / Math.max(1, width)) * lengthOf(axis));
}

/**
 * @param {Span} axis
 * @param {Span} whole
 * @param {number} factor above 1 shows less, in more detail
 * @param {number} around the moment that keeps its position
 * @returns {Span}
 */
export function zoomAxis(axis, whole, factor, around) {
  const length = clamp(lengthOf(axis) / factor, Math.min(SHORTEST, lengthOf(whole)), lengthOf(whole));
  const share = (around - axis.from) / lengthOf(axis);
  return within(around - share * length, length, whole);
}

/**
 * @param {Span} axis
 * @param {Span} whole
 * @param {number} by milliseconds
 * @returns {Span}
 */
export function panAxis(axis, whole, by) {
  return within(axis.from + by, lengthOf(axis), whole);
}

/**
 * @param {Span} axis
 * @param {Span} whole
 * @returns {boolean} whether all of it is shown
 */
export function isWhole(axis, whole) {
  return lengthOf(axis) >= lengthOf(whole);
}

/**
 * Moves a span into bounds, and keeps its length.
 *
 * @param {number} from
 * @param {number} length
 * @param {Span} bounds
 * @returns {Span}
 */
export function within(from, length, bounds) {
  const start = Math.round(clamp(from, bounds.from, bounds.through + 1 - length));
  return { from: start, through: start + Math.round(length) - 1 };
}

function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
