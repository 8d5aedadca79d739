/**
 * The view that shows a whole box, with space for panels and for the pins. Pure functions.
 * @module
 */

import { latitudeOf, leastZoom, rowOf, wholeWorldZoom, worldSize } from "../core/mercator.js";
import { spotOf } from "../core/viewport.js";

/** The greatest height of a pin above its position. */
export const PIN_HEIGHT = 84;
const HALF_PIN = 34;
/** The buttons at the right edge, and half a pin beside them. */
const BUTTONS = 58 + HALF_PIN;
/** The most space that is kept free below the pins. */
const MOST_BELOW = 26;
/** How much closer a view below the buttons must be than one beside them. */
const WORTH_GOING_DOWN = 0.1;
/** The space below the pins in low windows. */
const LOW_AIR = 6;
/** The highest zoom of the view at the start. */
export const FIRST_VIEW_MAX_ZOOM = 12;
const WORLDWIDE = 300;
const WORLD_MIDDLE = 11;

/**
 * @param {import("../api/photos.js").Photo} photo
 * @returns {import("./map-address.js").MapView | null} where the map shows it; null if it has no position
 */
export function viewOfPhoto(photo) {
  return photo.geometry ? { ...spotOf(photo), zoom: FIRST_VIEW_MAX_ZOOM } : null;
}

/**
 * @typedef {{top: number, right: number, bottom: number, left: number}} Insets
 * @typedef {Insets & {buttons: number, beside?: {left: number, right: number} | null, tools?: number, isHidden?: boolean}} Covered with how far down the
 * buttons at the right edge reach; how much space search and filters take above the lower edge on a phone; in low windows also how far the name and the buttons reach in from the sides; and
 * whether a sheet hides the whole map
 *
 * @param {Covered} covered how much of each side panels cover
 * @param {number} width of the map
 * @returns {Insets[]} the space to keep free: beside name and buttons, beside the buttons, below them, and if there is not enough space for either
 */
export function paddingsFor({ top, right, bottom: covered, left, buttons, tools = 0, beside = null }, width) {
  const bottom = covered + tools;
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
 * @param {number[]} box W, S, E, N; if W > E, it crosses the antimeridian
 * @param {object} room
 * @param {import("../core/mercator.js").Size} room.size of the map
 * @param {Insets[]} room.paddings of the first ones, the one with the larger view is used; the last is for maps where they leave no space
 * @param {number} room.maxZoom
 * @returns {import("./map-address.js").MapView | null} null if no padding leaves space
 */
export function positionAround(box, { size, paddings, maxZoom }) {
  const room = paddings.at(-1);
  const last = positionWithin(box, { size, padding: room, maxZoom, room, isLow: true });
  const positions = paddings.slice(0, -1).map((padding) => positionWithin(box, { size, padding, maxZoom, room }));
  const best = positions.reduce((best, one) => (one && (!best || one.zoom > best.zoom + WORTH_GOING_DOWN) ? one : best), null);
  return best && best.zoom >= leastZoom(size) ? best : last ?? best;
}

/**
 * @param {number[]} box
 * @param {{size: import("../core/mercator.js").Size, padding: Insets, maxZoom: number, room: Insets, isLow?: boolean}} how
 */
function positionWithin([west, south, east, north], { size, padding, maxZoom, room, isLow = false }) {
  const degrees = (east < west ? east + 360 : east) - west;
  const [top, bottom] = [rowOf(north), rowOf(south)];
  const [width, height] = [size.width - padding.left - padding.right, size.height - padding.top - padding.bottom];
  if (width <= 0 || height <= 0) return null;
  // A view of the whole world is split in the Pacific, east of Asia's last cape, where there is least land.
  const isWhole = degrees > WORLDWIDE;
  const across = isWhole ? 360 : degrees;
  const fitting = Math.log2(Math.min(width / (across / 360), height / (bottom - top)) / worldSize(0));
  const zoom = Math.min(maxZoom, fitting);
  // The map does not zoom out further than this.
  const world = worldSize(Math.max(zoom, leastZoom(size)));
  const y = middleOf(((bottom - top) * world) / 2, { padding, room, height: size.height, isLow });
  const lat = latitudeOf((top + bottom) / 2 - (y - size.height / 2) / world);
  // Shifts the middle of the map by half of the difference between the paddings.
  const lon = (isWhole ? WORLD_MIDDLE : west + degrees / 2) - ((padding.left - padding.right) / 2 / world) * 360;
  if (!isWhole || size.width < size.height) return { zoom, lat, lon };
  const full = wholeWorldZoom(size);
  const isRoom = (bottom - top) * worldSize(full) + padding.top + padding.bottom <= size.height;
  return { zoom: zoom < full && isRoom ? full : zoom, lat, lon: WORLD_MIDDLE };
}

/**
 * How far down the middle of a box is drawn: in the middle of the free space if the padding allows it, and lower if the
 * buttons overlap that space. A box that is too high extends under the panels at the upper edge, but not under a sheet
 * at the lower edge.
 *
 * @param {number} half half of the box's height in pixels
 * @param {{padding: Insets, room: Insets, height: number, isLow: boolean}} map
 */
function middleOf(half, { padding, room, height, isLow }) {
  const [highest, lowest] = [padding.top + half, height - padding.bottom - half];
  if (highest > lowest) return Math.max(lowest, (height - padding.bottom) / 2);
  if (isLow) return lowest;
  return Math.min(lowest, Math.max(highest, (room.top + height - room.bottom) / 2));
}

/**
 * The part of the map where a position has to be so that its pin is visible.
 *
 * @param {Insets} insets
 * @param {import("../core/mercator.js").Size} size of the map
 * @returns {Insets} as screen coordinates
 */
export function roomFor({ right, bottom, left }, { width, height }) {
  const edge = Math.min(72, width * 0.1);
  return { left: left + edge, right: width - right - BUTTONS, top: PIN_HEIGHT, bottom: height - bottom - edge / 2 };
}

/**
 * The shortest move of the map that makes a pin visible.
 *
 * @param {{x: number, y: number}} place the position of the pin
 * @param {Insets} room see `roomFor`
 * @param {{right: number, bottom: number}} corner what covers the upper left of that part
 * @returns {[number, number]} pixels to the right and down
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

/**
 * The middle of a flat map that has a place in the middle of what sheets leave free. Without a sheet, the place itself.
 *
 * @param {import("./map-address.js").Spot} spot @param {number} zoom @param {Covered} covered @returns {import("./map-address.js").Spot}
 */
export function middleBeside({ lat, lon }, zoom, { top, bottom }) {
  return bottom > 0 ? { lat: latitudeOf(rowOf(lat) + (bottom - top) / 2 / worldSize(zoom)), lon } : { lat, lon };
}

/** How far a value is beyond the ends of a range; from its middle if the range is empty. */
function overshoot(value, low, high) {
  if (high <= low) return value - (low + high) / 2;
  if (value < low) return value - low;
  return value > high ? value - high : 0;
}
