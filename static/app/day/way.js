/**
 * The way of a day: a line through its photos, along recorded tracks where there are any. Pure functions.
 * @module
 */

import { metresBetween } from "../core/distance.js";
import { nearestCopy } from "../core/viewport.js";
import { partOf } from "../tracks/travel.js";

export const STOP_METRES = 50;
/** How many degrees of latitude have more metres. */
const METRES_PER_DEGREE = 110_000;
/** A recorder farther than this from a photo was not with its camera. */
const TOGETHER_METRES = 500;

/**
 * @typedef {import("../api/photos.js").Photo} Photo
 * @typedef {import("../tracks/track-loader.js").Recording} Recording
 */

/**
 * The line through the photos of a day. It takes the short way across the antimeridian.
 *
 * @param {Photo[]} photos in order of time
 * @param {Recording[]} [recordings]
 * @returns {{line: [number, number][], metres: number}} longitudes go on beyond ±180 across the antimeridian
 */
export function wayThrough(photos, recordings = []) {
  /** @type {[number, number][]} */
  const line = [];
  let metres = 0;
  const add = (/** @type {number[]} */ [lon, lat]) => {
    const before = line.at(-1);
    const point = /** @type {[number, number]} */ ([before ? nearestCopy(lon, before[0]) : lon, lat]);
    if (before && before[0] === point[0] && before[1] === point[1]) return;
    if (before) metres += metresBetween(before, point);
    line.push(point);
  };
  photos.forEach((photo, index) => {
    if (index > 0) recordedBetween(photos[index - 1], photo, recordings).forEach(add);
    add(photo.geometry.coordinates);
  });
  return { line, metres };
}

/**
 * @param {Photo} from @param {Photo} to @param {Recording[]} recordings
 * @returns {[number, number][]} the track between two photos; empty if none was recorded with the camera all that time
 */
function recordedBetween(from, to, recordings) {
  const [since, until] = [from, to].map(({ properties }) => Date.parse(properties.takenAt ?? ""));
  // Also if an instant is unknown.
  if (!(since < until)) return [];
  for (const recording of recordings) {
    if (!(recording.times[0] <= since && recording.times[recording.times.length - 1] >= until)) continue;
    const part = partOf(recording, since, until);
    if (isTogether(part[0], from) && isTogether(part[part.length - 1], to)) return part;
  }
  return [];
}

/** @param {number[] | undefined} point @param {Photo} photo */
function isTogether(point, { geometry }) {
  return Boolean(point) && metresBetween(point, geometry.coordinates) <= TOGETHER_METRES;
}

/**
 * The stops of a line: photos within a distance of a stop's first photo belong to that stop, also when the line
 * returns to it. Takes time proportional to photos times stops.
 *
 * @param {Photo[]} photos in order of time
 * @param {number} [reach] in metres
 * @returns {{first: Photo, order: number}[]} the first photo of each stop, and its index among all
 */
export function stopsOf(photos, reach = STOP_METRES) {
  const stops = [];
  photos.forEach((photo, order) => {
    const at = photo.geometry.coordinates;
    if (!stops.some(({ first }) => isNear(first.geometry.coordinates, at, reach))) stops.push({ first: photo, order });
  });
  return stops;
}

/** @param {number[]} a longitude and latitude @param {number[]} b @param {number} reach in metres */
function isNear([lonA, latA], [lonB, latB], reach) {
  // A cheap test that excludes most stops, without trigonometry.
  if (Math.abs(latA - latB) * METRES_PER_DEGREE > reach) return false;
  return metresBetween([lonA, latA], [nearestCopy(lonB, lonA), latB]) <= reach;
}

/**
 * @param {Photo[]} photos
 * @returns {number[] | null} the box around them; its east is beyond 180 if they are on both sides of the antimeridian
 */
export function boxOfDay(photos) {
  const { line } = wayThrough(photos);
  if (!line.length) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of line) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return [west, south, east, north];
}
