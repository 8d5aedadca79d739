/**
 * The view that shows a whole box, with space for panels and for the pins. Pure functions.
 * @module
 */

import { pinScale } from "./pin-size.js";
import { latitudeOf, leastZoom, rowOf, wholeWorldZoom, worldSize } from "../core/mercator.js";
import { spotOf } from "../core/viewport.js";

/** The greatest height of a pin above its position. */
export const PIN_HEIGHT = 84;
const HALF_PIN = 34;
/** The buttons at the edge where lines end. */
const BUTTONS = 58;
/** The most space that is kept free below the pins. */
const MOST_BELOW = 26;
/** How much closer a view below the buttons must be than one beside them. */
const WORTH_GOING_DOWN = 0.1;
const NARROW = 500;
/** In a narrow map, so much closer (in zooms) is worth as much as being nearer to the middle by the height of the map. */
const WORTH_OF_MIDDLE = 4;
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
 * @typedef {Insets & {buttons: number, beside?: {start: number, end: number} | null, tools?: number, isHidden?: boolean, isMirrored?: boolean}} Covered with how far down the
 * buttons at the right edge reach; how much space search and filters take above the lower edge on a phone; in low windows also how far the name and the buttons reach in from the sides;
 * whether a sheet hides the whole map; and whether the buttons are at the left edge and the name is at the right
 *
 * @param {Covered} covered how much of each side panels cover
 * @param {number} width of the map
 * @param {number} [scale] of the pins
 * @returns {Insets[]} the space to keep free: beside name and buttons, beside the buttons, below them, and if there is not enough space for either
 */
export function paddingsFor(covered, width, scale = 1) {
  return covered.isMirrored ? paddingsOf(mirrored(covered), width, scale).map(mirrored) : paddingsOf(covered, width, scale);
}

/** @template {Insets} Sides @param {Sides} sides @returns {Sides} */
function mirrored(sides) {
  return { ...sides, left: sides.right, right: sides.left };
}

/** @param {Covered} covered with the buttons at the right edge @param {number} width @param {number} scale @returns {Insets[]} */
function paddingsOf({ top, right, bottom: covered, left, buttons, tools = 0, beside = null }, width, scale) {
  const bottom = covered + tools;
  const [pin, half] = [PIN_HEIGHT * scale, HALF_PIN * scale];
  const roomy = Math.max(HALF_PIN, Math.min(72, width * 0.1));
  const air = width < NARROW ? Math.max(half, width * 0.05) : roomy;
  const around = { top: top + pin, right: right + air, bottom: bottom + Math.min(air * 0.7, MOST_BELOW), left: left + air };
  return [
    ...(beside ? [{ top: pin, right: right + beside.end + half, bottom: bottom + LOW_AIR, left: beside.start + half }] : []),
    { ...around, right: right + Math.max(air, BUTTONS + half) },
    { ...around, top: Math.max(top, buttons) + pin },
    // Pins may be beside the buttons then, so the box is less wide.
    { ...around, left: left + roomy, right: right + roomy, bottom: Math.min(around.bottom, bottom + LOW_AIR) },
  ];
}

/**
 * @param {number[]} box W, S, E, N; if W > E, it crosses the antimeridian
 * @param {object} room
 * @param {import("../core/mercator.js").Size} room.size of the map
 * @param {Covered} room.insets how much of each side panels cover
 * @param {number} room.maxZoom
 * @returns {import("./map-address.js").MapView | null} null if panels leave no space
 */
export function positionAround(box, { size, insets, maxZoom }) {
  const fitted = (/** @type {number} */ scale) => positionBeside(box, { size, paddings: paddingsFor(insets, size.width, scale), maxZoom });
  const nearest = fitted(pinScale(size, maxZoom));
  // In a distant view pins are smaller, which leaves more space.
  return nearest && fitted(pinScale(size, nearest.zoom));
}

/**
 * @param {number[]} box
 * @param {object} room
 * @param {import("../core/mercator.js").Size} room.size
 * @param {Insets[]} room.paddings of the first ones, the one with the larger view is used; the last is for maps where they leave no space
 * @param {number} room.maxZoom
 * @returns {import("./map-address.js").MapView | null}
 */
export function positionBeside(box, { size, paddings, maxZoom }) {
  const isNarrow = size.width < NARROW;
  // Photos below the buttons are in the lower half of a narrow map, and the upper half is mostly sea.
  const valueOf = (/** @type {Fitted} */ one) => one.position.zoom - (isNarrow ? WORTH_OF_MIDDLE * one.off : 0);
  const room = paddings[paddings.length - 1];
  const last = positionWithin(box, { size, padding: room, maxZoom, room, isLow: true });
  const positions = paddings.slice(0, -1).map((padding) => positionWithin(box, { size, padding, maxZoom, room }));
  const best = positions.reduce((best, one) => (one && (!best || valueOf(one) > valueOf(best) + WORTH_GOING_DOWN) ? one : best), null);
  const chosen = best && best.position.zoom >= leastZoom(size) ? best : last ?? best;
  return chosen?.position ?? null;
}

/**
 * @typedef {object} Fitted
 * @property {import("./map-address.js").MapView} position
 * @property {number} off how far the middle of the box is from the middle of the free space, as a share of the map's height
 *
 * @param {number[]} box
 * @param {{size: import("../core/mercator.js").Size, padding: Insets, maxZoom: number, room: Insets, isLow?: boolean}} how
 * @returns {Fitted | null}
 */
function positionWithin([west, south, east, north], { size, padding, maxZoom, room, isLow = false }) {
  const degrees = (east < west ? east + 360 : east) - west;
  const [top, bottom] = [rowOf(north), rowOf(south)];
  const isTall = size.width < size.height;
  // A view of the whole world is split in the Pacific, east of Asia's last cape, where there is least land.
  const isWhole = degrees > WORLDWIDE;
  // If it were not in the middle of a map that is wider, pins of its western edge would be in the east.
  const isCentred = isWhole && size.width < NARROW;
  const sides = isCentred ? 2 * Math.max(padding.left, padding.right) : padding.left + padding.right;
  const [width, height] = [size.width - sides, size.height - padding.top - padding.bottom];
  if (width <= 0 || height <= 0) return null;
  const across = isWhole ? 360 : degrees;
  const fitting = Math.log2(Math.min(width / (across / 360), height / (bottom - top)) / worldSize(0));
  const zoom = Math.min(maxZoom, fitting);
  // The map does not zoom out further than this.
  const world = worldSize(Math.max(zoom, leastZoom(size)));
  const y = middleOf(((bottom - top) * world) / 2, { padding, room, height: size.height, isLow });
  const lat = latitudeOf((top + bottom) / 2 - (y - size.height / 2) / world);
  // Shifts the middle of the map by half of the difference between the paddings.
  const shift = isCentred ? 0 : ((padding.left - padding.right) / 2 / world) * 360;
  const lon = (isWhole ? WORLD_MIDDLE : west + degrees / 2) - shift;
  const off = Math.abs(y - middleOfRoom(room, size.height)) / size.height;
  if (!isWhole || isTall) return { position: { zoom, lat, lon }, off };
  const full = wholeWorldZoom(size);
  const isRoom = (bottom - top) * worldSize(full) + padding.top + padding.bottom <= size.height;
  return { position: { zoom: zoom < full && isRoom ? full : zoom, lat, lon: WORLD_MIDDLE }, off };
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
  return Math.min(lowest, Math.max(highest, middleOfRoom(room, height)));
}

/** @param {Insets} room @param {number} height of the map @returns {number} the middle of the free space, in pixels from the top */
function middleOfRoom({ top, bottom }, height) {
  return (top + height - bottom) / 2;
}

/**
 * The shortest move of the map that makes a pin visible beside all that covers the map.
 *
 * @param {{x: number, y: number}} place the position of the pin
 * @param {Covered} covered
 * @param {import("../core/mercator.js").Size} size of the map
 * @param {{across: number, bottom: number}} corner what the name and the search box cover
 * @returns {[number, number]} pixels to the right and down
 */
export function moveInto({ x, y }, covered, size, corner) {
  if (!covered.isMirrored) return panInto({ x, y }, roomFor(covered, size), corner);
  const [toTheLeft, down] = panInto({ x: size.width - x, y }, roomFor(mirrored(covered), size), corner);
  return [-toTheLeft, down];
}

/**
 * A short move of the map that makes a place visible, and those of some others for which there is space beside it and the
 * others before.
 *
 * @param {{x: number, y: number}[]} places the most important one first
 * @param {Covered} covered
 * @param {import("../core/mercator.js").Size} size of the map
 * @param {{across: number, bottom: number}} corner what the name and the search box cover
 * @returns {[number, number]} pixels to the right and down
 */
export function moveAllInto(places, covered, size, corner) {
  const missing = (/** @type {{x: number, y: number}} */ { x, y }, /** @type {[number, number]} */ by) => moveInto({ x: x - by[0], y: y - by[1] }, covered, size, corner);
  /** @type {[number, number]} */
  let by = [0, 0];
  const visible = [];
  for (const place of places) {
    const [right, down] = missing(place, by);
    /** @type {[number, number]} */
    const next = [by[0] + right, by[1] + down];
    if (visible.some((one) => missing(one, next).some((step) => Math.abs(step) > 1))) continue;
    by = next;
    visible.push(place);
  }
  return by;
}

/**
 * The part of the map where a position has to be so that its pin is visible, with the buttons at the right edge.
 *
 * @param {Insets} insets
 * @param {import("../core/mercator.js").Size} size of the map
 * @returns {Insets} as screen coordinates
 */
export function roomFor({ right, bottom, left }, { width, height }) {
  const edge = Math.min(72, width * 0.1);
  return { left: left + edge, right: width - right - BUTTONS - HALF_PIN, top: PIN_HEIGHT, bottom: height - bottom - edge / 2 };
}

/**
 * The shortest move of the map that makes a pin visible, with the name and the search box in the upper left corner.
 *
 * @param {{x: number, y: number}} place the position of the pin
 * @param {Insets} room see `roomFor`
 * @param {{across: number, bottom: number}} corner what covers the upper left of that part
 * @returns {[number, number]} pixels to the right and down
 */
export function panInto({ x, y }, room, corner) {
  const by = [overshoot(x, room.left, room.right), overshoot(y, room.top, room.bottom)];
  const aside = corner.across + HALF_PIN - (x - by[0]);
  const below = corner.bottom + PIN_HEIGHT - (y - by[1]);
  if (aside <= 0 || below <= 0) return [by[0], by[1]];
  const [isBeside, isBelow] = [corner.across + HALF_PIN <= room.right, corner.bottom + PIN_HEIGHT <= room.bottom];
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
