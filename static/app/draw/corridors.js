/**
 * What is near a track: the shape of its corridor, and how it is drawn. Pure.
 * @module
 */

import { nearestCopy, normalLongitude } from "../core/viewport.js";
import { pointAt } from "../sharing/zones.js";
import { fits } from "./shapes.js";
import { METRES_PER_DEGREE, keptCorners, metresOf, pixelsFromEdge } from "./strokes.js";

/** @typedef {import("../api/tracks.js").Track} Track */

/** The distances to choose from, in metres. */
export const DISTANCES = [50, 100, 200, 500, 1000, 2000, 5000];
/** A line may be as far from the track as this share of the distance; if it is farther, the bar says so. */
const FINE = 0.02;
/** One for which this is not enough is refused. */
const COARSEST = 0.6;
const MOST_DECIMALS = 7;
/** Coordinates are rounded to this share of how far the line may be from the track. */
const ROUNDING = 0.25;
/** Half a circle has so many corners. */
const ROUND = 8;

/** @param {number} metres on either side @returns {number} the zoom of lines with enough detail */
export function zoomFor(metres) {
  const degrees = (FINE * metres) / METRES_PER_DEGREE;
  return Math.ceil(Math.log2(360 / (512 * degrees)));
}

/** @param {number[][]} line @returns {number[][]} without jumps at the antimeridian */
export function unwound(line) {
  let last = line[0]?.[0] ?? 0;
  return line.map(([lon, lat]) => [last = nearestCopy(lon, last), lat]);
}

/**
 * Adds a corridor to a drawing, with as many corners as the address has space for.
 *
 * @param {import("./shapes.js").Shape[]} shapes @param {number[][][]} lines of a track
 * @param {{metres: number, isAdded: boolean}} how
 * @returns {{shapes: import("./shapes.js").Shape[], metres: number} | null} how far its line may be from the track; 0 if
 * that is little of its width. Null if there is no space for it
 */
export function withCorridor(shapes, lines, { metres, isAdded }) {
  const parts = lines.filter(({ length }) => length > 0).map((line) => unwound(line.map((corner) => corner.slice(0, 2))));
  if (!parts.length) return null;
  for (let tolerance = FINE * metres; tolerance <= COARSEST * metres; tolerance *= 1.5) {
    const decimals = Math.min(MOST_DECIMALS, Math.max(0, Math.ceil(Math.log10(METRES_PER_DEGREE / (ROUNDING * tolerance)))));
    const next = [...shapes, { isAdded, decimals, metres, lines: joined(parts.map((line) => thinned(line, tolerance)), tolerance).map((line) => rounded(line, decimals)) }];
    if (fits(next)) return { shapes: next, metres: tolerance > FINE * metres ? tolerance : 0 };
  }
  return null;
}

/** @param {number[][]} line @param {number} tolerance in metres */
function thinned(line, tolerance) {
  const kept = keptCorners(line, tolerance, (point, from, to) => metresOf(pixelsFromEdge(point, from, to, 0), point, 0));
  return line.filter((_, index) => kept.has(index));
}

/** Lines that end where the next one begins are one. @param {number[][][]} lines @param {number} tolerance in metres */
function joined(lines, tolerance) {
  return lines.reduce((/** @type {number[][][]} */ before, line) => {
    const end = before.at(-1)?.at(-1);
    const isNext = end && metresOf(pixelsFromEdge([nearestCopy(end[0], line[0][0]), end[1]], line[0], line[0], 0), end, 0) <= tolerance;
    return isNext ? [...before.slice(0, -1), [...(before.at(-1) ?? []), ...line.slice(1)]] : [...before, line];
  }, []);
}

/** Corners that are the same once they are rounded are one. @param {number[][]} line @param {number} decimals */
function rounded(line, decimals) {
  const corners = line.map(([lon, lat]) => [normalLongitude(lon), lat].map((value) => Number(value.toFixed(decimals)) + 0));
  return corners.filter((corner, index) => index === 0 || String(corner) !== String(corners[index - 1]));
}

/**
 * The areas around the edges of a corridor. All go around in the same direction, so together they are the corridor.
 *
 * @param {import("./shapes.js").Corridor} corridor @returns {number[][][]} rings
 */
export function bandsOf({ lines, metres }) {
  return lines.map(unwound).flatMap((line) => line.slice(0, Math.max(1, line.length - 1)).map((from, index) => band(from, line[index + 1] ?? from, metres)));
}

/** @param {number[]} from @param {number[]} to @param {number} radius in metres */
function band(from, to, radius) {
  const bearing = Math.atan2((to[0] - from[0]) * Math.cos((((from[1] + to[1]) / 2) * Math.PI) / 180), to[1] - from[1]);
  const half = (/** @type {number[]} */ [lon, lat], /** @type {number} */ start) => Array.from({ length: ROUND + 1 }, (_, corner) => pointAt({ lon, lat, radius }, start + (Math.PI * corner) / ROUND));
  return [...half(to, bearing - Math.PI / 2), ...half(from, bearing + Math.PI / 2)];
}

/**
 * @param {Track[]} tracks @param {import("../map/map-address.js").Spot} spot @param {number} reach in pixels
 * @param {number} zoom @returns {Track | null} the one whose line is nearest to the spot
 */
export function trackAt(tracks, { lon, lat }, reach, zoom) {
  let [found, least] = [/** @type {Track | null} */ (null), reach];
  for (const track of tracks) {
    for (const line of track.geometry.coordinates) {
      const corners = unwound([[nearestCopy(line[0]?.[0] ?? 0, lon), line[0]?.[1] ?? 0], ...line.slice(1)]);
      for (let index = 0; index < corners.length; index += 1) {
        const pixels = pixelsFromEdge([lon, lat], corners[index], corners[index + 1] ?? corners[index], zoom);
        if (pixels < least) [found, least] = [track, pixels];
      }
    }
  }
  return found;
}
