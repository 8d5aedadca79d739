/**
 * From where a box is seen whole, with room for the page's own parts and for the pins. Pure functions.
 * @module
 */

import { latitudeOf, leastZoom, rowOf, wholeWorldZoom, worldSize } from "../core/mercator.js";

/** Pins stand above their place by this much at most. */
export const PIN_HEIGHT = 84;
const HALF_PIN = 34;
/** The buttons at the right edge, and half a pin beside them. */
const BUTTONS = 58 + HALF_PIN;
/** Free below the pins at most. */
const MOST_BELOW = 26;
/** A view below the buttons has to be so much nearer than one beside them. */
const WORTH_GOING_DOWN = 0.1;
/** Below the pins where there is little room. */
const LOW_AIR = 6;
/** The view that the page begins with is no nearer than this. */
export const FIRST_VIEW_MAX_ZOOM = 12;
const WORLDWIDE = 300;
const WORLD_MIDDLE = 11;

/**
 * @typedef {{top: number, right: number, bottom: number, left: number}} Insets
 * @typedef {Insets & {buttons: number, beside?: {left: number, right: number} | null}} Covered with how far down the
 *   buttons at the right edge reach, and in low windows how far in from the sides the name and the buttons
 *
 * @param {Covered} covered how much of each side the page's own parts cover
 * @param {number} width of the map
 * @returns {Insets[]} what to leave free: beside name and buttons, beside the buttons, below them, and where there is no room for either
 */
export function paddingsFor({ top, right, bottom, left, buttons, beside = null }, width) {
  const air = Math.max(HALF_PIN, Math.min(72, width * 0.1));
  const around = { top: top + PIN_HEIGHT, right: right + air, bottom: bottom + Math.min(air * 0.7, MOST_BELOW), left: left + air };
  return [
    ...(beside ? [{ top: PIN_HEIGHT, right: right + beside.right + HALF_PIN, bottom: bottom + LOW_AIR, left: beside.left + HALF_PIN }] : []),
    { ...around, right: right + Math.max(air, BUTTONS) },
    { ...around, top: Math.max(top, buttons) + PIN_HEIGHT },
    { ...around, bottom: Math.min(around.bottom, bottom + LOW_AIR) },
  ];
}

/**
 * @param {number[]} box W, S, E, N; where W > E it lies about the antimeridian
 * @param {object} room
 * @param {import("../core/mercator.js").Size} room.size of the map
 * @param {Insets[]} room.paddings the larger view of the first ones is taken; the last is for when they leave no room
 * @param {number} room.maxZoom
 * @returns {import("./map-address.js").MapView | null} null where no padding leaves room
 */
export function positionAround(box, { size, paddings, maxZoom }) {
  const room = paddings.at(-1);
  const last = positionWithin(box, { size, padding: room, maxZoom, room, isLow: true });
  const positions = paddings.slice(0, -1).map((padding) => positionWithin(box, { size, padding, maxZoom, room }));
  const best = positions.reduce((best, one) => (one && (!best || one.zoom > best.zoom + WORTH_GOING_DOWN) ? one : best), null);
  return best && best.zoom >= leastZoom(size) ? best : last ?? best;
}

function positionWithin([west, south, east, north], { size, padding, maxZoom, room, isLow = false }) {
  const degrees = (east < west ? east + 360 : east) - west;
  const [top, bottom] = [rowOf(north), rowOf(south)];
  const [width, height] = [size.width - padding.left - padding.right, size.height - padding.top - padding.bottom];
  if (width <= 0 || height <= 0) return null;
  // Seen whole, the world is best cut where there is least: in the Pacific, east of Asia's last cape.
  const isWhole = degrees > WORLDWIDE;
  const across = isWhole ? 360 : degrees;
  const fitting = Math.log2(Math.min(width / (across / 360), height / (bottom - top)) / worldSize(0));
  const zoom = Math.min(maxZoom, fitting);
  // The map will not be zoomed out further than this.
  const world = worldSize(Math.max(zoom, leastZoom(size)));
  const y = middleOf(((bottom - top) * world) / 2, { padding, room, height: size.height, isLow });
  const lat = latitudeOf((top + bottom) / 2 - (y - size.height / 2) / world);
  // The middle of what the padding leaves is not the middle of the map.
  const lon = (isWhole ? WORLD_MIDDLE : west + degrees / 2) - ((padding.left - padding.right) / 2 / world) * 360;
  if (!isWhole || size.width < size.height) return { zoom, lat, lon };
  const full = wholeWorldZoom(size);
  const isRoom = (bottom - top) * worldSize(full) + padding.top + padding.bottom <= size.height;
  return { zoom: zoom < full && isRoom ? full : zoom, lat, lon: WORLD_MIDDLE };
}

/**
 * How far down the middle of a box goes: in the middle of the largest room if the padding allows it, and low where the
 * buttons lie over that room. A box that is too high reaches under what covers the upper edge, and not under a sheet
 * over the lower edge.
 *
 * @param {number} half of the box's height in pixels
 * @param {{padding: Insets, room: Insets, height: number, isLow: boolean}} map
 */
function middleOf(half, { padding, room, height, isLow }) {
  const [highest, lowest] = [padding.top + half, height - padding.bottom - half];
  if (highest > lowest) return Math.max(lowest, (height - padding.bottom) / 2);
  if (isLow) return lowest;
  return Math.min(lowest, Math.max(highest, (room.top + height - room.bottom) / 2));
}

/**
 * Where on the map a place may be for its pin to be in sight.
 *
 * @param {Insets} insets
 * @param {import("../core/mercator.js").Size} size of the map
 * @returns {Insets} as coordinates of the screen
 */
export function roomFor({ right, bottom, left }, { width, height }) {
  const edge = Math.min(72, width * 0.1);
  return { left: left + edge, right: width - right - BUTTONS, top: PIN_HEIGHT, bottom: height - bottom - edge / 2 };
}

/**
 * How far the map has to go, and no farther, until a pin is in sight.
 *
 * @param {{x: number, y: number}} place what the pin stands on
 * @param {Insets} room see `roomFor`
 * @param {{right: number, bottom: number}} corner what covers the upper left of the room
 * @returns {[number, number]} by so many pixels to the right and down
 */
export function panInto({ x, y }, room, corner) {
  const by = [overshoot(x, room.left, room.right), overshoot(y, room.top, room.bottom)];
  const aside = corner.right + HALF_PIN - (x - by[0]);
  const below = corner.bottom + PIN_HEIGHT - (y - by[1]);
  if (aside <= 0 || below <= 0) return [by[0], by[1]];
  const [isBeside, isBelow] = [corner.right + HALF_PIN <= room.right, corner.bottom + PIN_HEIGHT <= room.bottom];
  if (isBelow && (below <= aside || !isBeside)) return [by[0], by[1] - below];
  return isBeside ? [by[0] - aside, by[1]] : [by[0], by[1]];
}

/** How far a value is beyond the ends of a span; from its middle where it has no length. */
function overshoot(value, low, high) {
  if (high <= low) return value - (low + high) / 2;
  if (value < low) return value - low;
  return value > high ? value - high : 0;
}
