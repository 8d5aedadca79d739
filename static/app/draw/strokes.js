/**
 * From what the pointer or the cross-hair has drawn to shapes with few corners. Pure.
 * @module
 */

import { pointAt, distance } from "../sharing/zones.js";
import { mapLatitude, worldSize } from "../core/mercator.js";
import { nearestCopy } from "../core/viewport.js";
import { fits } from "./shapes.js";

/** @typedef {import("../map/map-address.js").Spot} Spot */

/** How far a shape may be from what was drawn, in pixels. */
const FINE_PX = 0.5;
/** A drawing for which this is not enough is refused. */
const COARSEST_PX = 64;
/** Coordinates are rounded to this share of a pixel. */
const ROUNDING = 0.25;
const MOST_DECIMALS = 7;
const LEAST_CORNERS = 16;
const MOST_CORNERS = 128;
export const METRES_PER_DEGREE = 111_195;

/** @param {number} zoom @returns {number} */
export function pixelsPerDegree(zoom) {
  return worldSize(zoom) / 360;
}

/** @param {number} zoom @returns {number} how many decimals coordinates need */
export function decimalsAt(zoom) {
  return Math.min(MOST_DECIMALS, Math.max(0, Math.ceil(Math.log10(pixelsPerDegree(zoom) / ROUNDING))));
}

/** @param {Spot[]} spots @returns {number[][]} on the flat map, without jumps at the antimeridian */
export function lineThrough(spots) {
  let last = spots[0]?.lon ?? 0;
  return spots.map(({ lat, lon }) => [last = nearestCopy(lon, last), mapLatitude(lat)]);
}

/** @param {Spot} one @param {Spot} other opposite corners @returns {number[][]} */
export function boxRing(one, other) {
  const [[west, south], [east, north]] = lineThrough([one, other]);
  return [[west, south], [east, south], [east, north], [west, north]];
}

/** @param {Spot} centre @param {Spot} edge @param {number} zoom @returns {number[][]} with so many corners that it looks round */
export function circleRing(centre, edge, zoom) {
  const { lat, lon } = centre;
  const radius = distance(centre, edge);
  const pixels = (radius / METRES_PER_DEGREE) * pixelsPerDegree(zoom) / Math.cos((mapLatitude(lat) * Math.PI) / 180);
  const corners = Math.ceil(Math.PI / Math.acos(Math.max(0, 1 - FINE_PX / Math.max(1, pixels))));
  const count = Math.min(MOST_CORNERS, Math.max(LEAST_CORNERS, corners));
  return Array.from({ length: count }, (_, corner) => pointAt({ lat, lon, radius }, (2 * Math.PI * corner) / count)).map(([x, y]) => [x, mapLatitude(y)]);
}

/**
 * The distance of a point from an edge, which is straight between longitude and latitude, in pixels of the flat map.
 *
 * @param {number[]} point @param {number[]} from @param {number[]} to @param {number} zoom
 */
export function pixelsFromEdge(point, from, to, zoom) {
  // Near the point, the map is a plane.
  const high = 1 / Math.cos((point[1] * Math.PI) / 180);
  const [ax, ay] = [from[0] - point[0], (from[1] - point[1]) * high];
  const [dx, dy] = [to[0] - from[0], (to[1] - from[1]) * high];
  const length = dx * dx + dy * dy;
  const share = length ? Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length)) : 0;
  return Math.hypot(ax + share * dx, ay + share * dy) * pixelsPerDegree(zoom);
}

/**
 * Which corners of a line remain, by the algorithm of Douglas and Peucker.
 *
 * @param {number[][]} line @param {number} tolerance
 * @param {(point: number[], from: number[], to: number[]) => number} distanceOf from an edge, as the tolerance
 * @returns {Set<number>} indices
 */
export function keptCorners(line, tolerance, distanceOf) {
  const kept = new Set([0, line.length - 1]);
  const stretches = [[0, line.length - 1]];
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [from, to] = stretch;
    let [farthest, most] = [0, tolerance];
    for (let index = from + 1; index < to; index += 1) {
      const off = distanceOf(line[index], line[from], line[to]);
      if (off > most) [farthest, most] = [index, off];
    }
    if (!farthest) continue;
    kept.add(farthest);
    stretches.push([from, farthest], [farthest, to]);
  }
  return kept;
}

/**
 * A ring with fewer corners.
 *
 * @param {number[][]} ring @param {number} tolerance in pixels @param {number} zoom
 * @returns {number[][]}
 */
export function simplified(ring, tolerance, zoom) {
  const kept = keptCorners([...ring, ring[0]], tolerance, (point, from, to) => pixelsFromEdge(point, from, to, zoom));
  return ring.filter((_, index) => kept.has(index));
}

/**
 * Adds a ring to a drawing, with as many corners as the address has space for.
 *
 * @param {import("./shapes.js").Shape[]} shapes @param {number[][]} ring @param {{zoom: number, isAdded: boolean}} how
 * @returns {{shapes: import("./shapes.js").Shape[], metres: number} | null} how far the shape may be from what was drawn;
 * 0 if less than a pixel. Null if there is no space for it, or nothing is enclosed
 */
export function withRing(shapes, ring, { zoom, isAdded }) {
  const lons = ring.map(([lon]) => lon);
  if (Math.max(...lons) - Math.min(...lons) > 360) return null;
  const decimals = decimalsAt(zoom);
  for (let tolerance = FINE_PX; tolerance <= COARSEST_PX; tolerance *= 2) {
    const corners = simplified(ring, tolerance, zoom).map((corner) => corner.map((value) => Number(value.toFixed(decimals))));
    if (corners.length < 3) return null;
    const next = [...shapes, { isAdded, decimals, ring: corners }];
    if (fits(next)) return { shapes: next, metres: tolerance > FINE_PX ? metresOf(tolerance, ring[0], zoom) : 0 };
  }
  return null;
}

/** @param {number} pixels @param {number[]} at @param {number} zoom */
export function metresOf(pixels, [, lat], zoom) {
  return (pixels / pixelsPerDegree(zoom)) * METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
}
