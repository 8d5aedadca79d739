/**
 * Zones on the map: their outlines, and the circle that is being drawn. Pure.
 * @module
 */

import { nearestCopy } from "../core/viewport.js";
import { boxContains } from "../core/box.js";
import { metresBetween } from "../core/distance.js";

/**
 * @typedef {import("../api/sharing.js").Zone} Zone
 * @typedef {import("../map/map-address.js").Spot} Spot
 * @typedef {Spot & {radius: number}} Circle the radius in metres
 *
 * @typedef {object} Draft a zone that is not added yet
 * @property {Circle} circle
 * @property {string} name
 * @property {string} coarse in metres; empty if photos are hidden
 * @property {number} days with photos around the proposed place; 0 if it is not the server's proposal
 */

const METRES_PER_DEGREE = 111_195;
/** Corners of the polygon that stands for a circle. */
const CORNERS = 72;
/** In metres. The server accepts circles up to 500 km, too large to hide a place. */
const RADII = [50, 50_000];
const STEPS = 100;
/** How far the middle is moved away from a place, as a share of the radius. */
const SHIFT = [0.25, 0.55];
const POLE = 89.9;

/** @param {string} text of a zone @returns {Circle} */
export function circleIn(text) {
  const [lat, lon, radius] = text.split(",").map(Number);
  return { lat, lon, radius };
}

/** @param {Circle} circle @returns {string} as the server reads it */
export function circleText({ lat, lon, radius }) {
  return [lat.toFixed(5), lon.toFixed(5)].map(Number).concat(Math.round(radius)).join(",");
}

/** @param {Circle} circle @returns {number[][]} longitudes and latitudes; longitudes may be beyond 180 */
export function ringOf({ lat, lon, radius }) {
  return Array.from({ length: CORNERS }, (_, corner) => pointAt({ lat, lon, radius }, (2 * Math.PI * corner) / CORNERS));
}

/** @param {Circle} circle @param {number} bearing in radians @returns {number[]} longitude and latitude */
export function pointAt({ lat, lon, radius }, bearing) {
  const degrees = radius / METRES_PER_DEGREE;
  const north = Math.min(POLE, Math.max(-POLE, lat + degrees * Math.cos(bearing)));
  return [lon + (degrees * Math.sin(bearing)) / Math.cos((Math.min(POLE, Math.abs(lat)) * Math.PI) / 180), north];
}

/** @param {Circle} circle @returns {number[]} the box around it */
export function boxAroundCircle(circle) {
  const [north, east, south, west] = [0, 1, 2, 3].map((quarter) => pointAt(circle, (quarter * Math.PI) / 2));
  return [west[0], south[1], east[0], north[1]];
}

/** @param {Zone} zone @param {number} near a longitude @returns {number[][]} its outline, on the copy of the world next to it */
export function outlineOf({ circle, bbox = "" }, near) {
  if (circle) {
    const round = circleIn(circle);
    return ringOf({ ...round, lon: nearestCopy(round.lon, near) });
  }
  const [west, south, east, north] = bbox.split(",").map(Number);
  const width = east < west ? east + 360 - west : east - west;
  const left = nearestCopy(west + width / 2, near) - width / 2;
  return [[left, south], [left + width, south], [left + width, north], [left, north]];
}

/** @param {Zone} zone @returns {number[]} the box around it */
export function boxOfZone({ circle, bbox = "" }) {
  return circle ? boxAroundCircle(circleIn(circle)) : bbox.split(",").map(Number);
}

/** @param {Spot} one @param {Spot} other @returns {number} metres */
export function distance(one, other) {
  return metresBetween([one.lon, one.lat], [nearestCopy(other.lon, one.lon), other.lat]);
}

/** @param {Zone[]} zones @param {Circle} circle @returns {boolean} whether a zone covers a part of it already */
export function isCovered(zones, circle) {
  return zones.some((zone) => {
    if (!zone.circle) return boxContains(boxOfZone(zone), [circle.lon, circle.lat]);
    const other = circleIn(zone.circle);
    return distance(other, circle) < other.radius + circle.radius;
  });
}

/**
 * A circle that contains a place, but not in its middle: the middle of a gap between photos would tell where it is.
 *
 * @param {Spot} place @param {number} radius @param {() => number} [random] from 0 to 1
 * @returns {Circle}
 */
export function shiftedAround({ lat, lon }, radius, random = Math.random) {
  const share = SHIFT[0] + (SHIFT[1] - SHIFT[0]) * random();
  const [east, north] = pointAt({ lat, lon, radius: radius * share }, 2 * Math.PI * random());
  return { lat: north, lon: east, radius };
}

/** @param {number} step of the slider, 0 to 100 @returns {number} a radius with two digits */
export function radiusAt(step) {
  return rounded(RADII[0] * (RADII[1] / RADII[0]) ** (step / STEPS));
}

/** @param {number} radius @returns {number} the step of the slider */
export function stepOf(radius) {
  return Math.round((STEPS * Math.log(radius / RADII[0])) / Math.log(RADII[1] / RADII[0]));
}

/** @param {number} radius @returns {number} the nearest allowed one, with two digits */
export function rounded(radius) {
  const held = Math.min(RADII[1], Math.max(RADII[0], radius));
  return Number(held.toPrecision(2));
}

/** @param {Zone[]} zones @param {string} name @returns {string} the name, with a number if a zone has it already */
export function freeName(zones, name) {
  const taken = new Set(zones.map((zone) => zone.name));
  const names = [name, ...zones.map((_, index) => `${name} ${index + 2}`)];
  return names.find((one) => !taken.has(one)) ?? name;
}
