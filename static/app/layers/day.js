/**
 * A day's photos in the order they were taken, as a line over the map. Pure functions.
 * @module
 */

import { LANGUAGE, formatDistance } from "../core/format.js";
import { nearestCopy } from "../core/viewport.js";
import { TEXTS } from "../core/texts.js";

const EARTH_RADIUS = 6_371_008.8;
const RADIANS = Math.PI / 180;
const STOP_METRES = 50;
const STOP_DEGREES = 0.001;

/**
 * @typedef {object} Day the day whose line is shown
 * @property {string} date `2024-05-01`
 * @property {"loading" | "ready" | "failed"} status
 * @property {import("../api/photos.js").Photo[]} photos in order of time
 * @property {string} problem
 * @property {boolean} fits whether the map moves to the day's photos
 */

/**
 * @param {string | null} text
 * @returns {string | null} a date that exists, or null
 */
export function parseDay(text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? "")) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}

/** @param {string} date @returns {string} 1 May 2024 */
export function formatDate(date) {
  return new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" }).format(Date.parse(`${date}T00:00:00Z`));
}

/**
 * The parameters for a day by the clocks of the cameras.
 *
 * @param {string} date
 * @returns {Record<string, string>} parameters of the API
 */
export function dayParameters(date) {
  return { "datetime-local": date, sortby: "takenAt" };
}

/**
 * A line through the photos of a day. It takes the short way across the antimeridian.
 *
 * @param {import("../api/photos.js").Photo[]} photos in order of time
 * @returns {{line: [number, number][], metres: number}} longitudes go on beyond ±180 across the antimeridian
 */
export function wayThrough(photos) {
  /** @type {[number, number][]} */
  const line = [];
  let metres = 0;
  for (const { geometry } of photos) {
    const [lon, lat] = geometry.coordinates;
    const before = line.at(-1);
    const point = /** @type {[number, number]} */ ([before ? nearestCopy(lon, before[0]) : lon, lat]);
    if (before && before[0] === point[0] && before[1] === point[1]) continue;
    if (before) metres += metresBetween(before, point);
    line.push(point);
  }
  return { line, metres };
}

/**
 * The stops of a line: photos within `STOP_METRES` of a stop's first photo belong to that stop, also when the line
 * returns to it. Takes time proportional to photos times stops.
 *
 * @param {import("../api/photos.js").Photo[]} photos in order of time
 * @returns {{first: any, order: number, count: number}[]} the first photo of each stop, its index among all, and the number of photos
 */
export function stopsOf(photos) {
  const stops = [];
  photos.forEach((photo, order) => {
    const at = photo.geometry.coordinates;
    const stop = stops.find(({ first }) => isNear(first.geometry.coordinates, at));
    if (stop) stop.count += 1;
    else stops.push({ first: photo, order, count: 1 });
  });
  return stops;
}

/** @param {number[]} a @param {number[]} b longitude and latitude */
function isNear([lonA, latA], [lonB, latB]) {
  // A cheap test that excludes most stops, without trigonometry.
  if (Math.abs(latA - latB) > STOP_DEGREES) return false;
  return metresBetween([lonA, latA], [nearestCopy(lonB, lonA), latB]) <= STOP_METRES;
}

/**
 * The great-circle distance on a sphere; accurate to a third of a percent.
 *
 * @param {number[]} a longitude and latitude @param {number[]} b @returns {number} in metres
 */
export function metresBetween([lonA, latA], [lonB, latB]) {
  const half = (degrees) => Math.sin((degrees * RADIANS) / 2) ** 2;
  const share = half(latB - latA) + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * half(lonB - lonA);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(share)));
}

/**
 * @param {Day} day
 * @returns {string} 12 photos on 1 May 2024, 8.3 km
 */
export function dayText({ date, status, photos, problem }) {
  if (status === "failed") return problem;
  if (status === "loading") return photos.length ? TEXTS.daySoFar(photos.length, formatDate(date)) : TEXTS.dayLoading(formatDate(date));
  if (photos.length === 0) return TEXTS.dayEmpty(formatDate(date));
  const { metres } = wayThrough(photos);
  return `${TEXTS.day(photos.length, formatDate(date))}${metres >= 1 ? `, ${formatDistance(metres)}` : ""}`;
}

/**
 * @param {import("../api/photos.js").Photo[]} photos
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
