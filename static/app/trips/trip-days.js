/**
 * An open trip: its days, the way through its stays, and what the map shows of them. Pure functions.
 * @module
 */

import { boxAround } from "../core/box-around.js";
import { metresBetween } from "../core/distance.js";
import { DAY, formatSpan, lengthOf, parseSpan } from "../core/span.js";
import { nearestCopy } from "../core/viewport.js";

/** A stay is the middle of photos that are so near to each other. */
const NEAR_METRES = 5_000;
/** More degrees of latitude are more metres. */
const NEAR_DEGREES = 0.05;
/** How far clocks are ahead of UTC, and behind it, in milliseconds. */
const [FARTHEST_EAST, FARTHEST_WEST] = [14 * 3_600_000, 12 * 3_600_000];

/**
 * @typedef {import("../api/trips.js").Stay} Stay
 * @typedef {{date: string, stays: Stay[], place: string}} TripDay with photos
 */

/** @param {Stay[]} stays in order of time @returns {TripDay[]} */
export function daysOf(stays) {
  const dates = [...new Set(stays.map(({ date }) => date))];
  return dates.map((date) => {
    const some = stays.filter((stay) => stay.date === date);
    const main = some.reduce((best, one) => (one.photos > best.photos ? one : best));
    return { date, stays: some, place: main.place ?? main.country ?? "" };
  });
}

/** @param {string} time a value of the filter `time` @returns {string | null} the date, if it is exactly one day */
export function dateIn(time) {
  const span = parseSpan(time);
  return span && span.from % DAY === 0 && lengthOf(span) === DAY ? new Date(span.from).toISOString().slice(0, 10) : null;
}

/** @param {string} time a value of the filter `time` @returns {{from?: string, to?: string}} the first and last date */
export function daysIn(time) {
  const span = parseSpan(time);
  if (!span) return {};
  const date = (moment) => (Number.isFinite(moment) ? { date: new Date(moment).toISOString().slice(0, 10) } : {}).date;
  return { from: date(span.from), to: date(span.through) };
}

/** @param {string} date @returns {string} the value of the filter `time` */
export function timeOf(date) {
  const span = parseSpan(date);
  return span ? formatSpan(span) : "";
}

/**
 * @param {TripDay[]} days @param {string | null} date that is chosen @param {-1 | 1} direction
 * @returns {string | null} the neighbour; from no day to the first or the last
 */
export function neighbourOf(days, date, direction) {
  const dates = days.map((day) => day.date);
  if (date === null) return (direction > 0 ? dates[0] : dates.at(-1)) ?? null;
  // A day without photos has neighbours too.
  return (direction > 0 ? dates.find((one) => one > date) : dates.findLast((one) => one < date)) ?? null;
}

/** @param {{longitude: number, latitude: number}[]} stays @returns {number[] | null} W, S, E, N; W > E across the antimeridian */
export function boxOfStays(stays) {
  return boxAround(stays.map(({ longitude, latitude }) => ({ geometry: { coordinates: [longitude, latitude] }, properties: {} })));
}

/** @param {Stay[]} stays @returns {[number, number][]} one position for each; longitudes go on beyond ±180 across the antimeridian */
export function wayThrough(stays) {
  /** @type {[number, number][]} */
  const way = [];
  for (const { longitude, latitude } of stays) way.push([way.length ? nearestCopy(longitude, way[way.length - 1][0]) : longitude, latitude]);
  return way;
}

/**
 * The line through stays: along the recording from one to the next if one was near both, else straight.
 *
 * @param {Stay[]} stays in order of time @param {import("../tracks/track-loader.js").Recording[]} recordings
 * @returns {[number, number][]} longitudes go on beyond ±180 across the antimeridian
 */
export function lineThrough(stays, recordings) {
  const way = wayThrough(stays);
  /** @type {[number, number][]} */
  const line = way.slice(0, 1);
  for (let next = 1; next < stays.length; next += 1) {
    const points = [...recordedBetween(stays[next - 1], stays[next], recordings), way[next]];
    for (const [longitude, latitude] of points) line.push([nearestCopy(longitude, line[line.length - 1][0]), latitude]);
  }
  return line;
}

/**
 * @param {Stay} from @param {Stay} to @param {import("../tracks/track-loader.js").Recording[]} recordings
 * @returns {[number, number][]} from the last position near the one to the first position near the other
 */
function recordedBetween(from, to, recordings) {
  if (isNear([from.longitude, from.latitude], to)) return [];
  const [since, until] = [Date.parse(from.date) - FARTHEST_EAST, Date.parse(to.date) + DAY + FARTHEST_WEST];
  for (const { points, times } of recordings) {
    let left = -1;
    for (let at = 0; at < points.length && times[at] <= until; at += 1) {
      if (times[at] < since) continue;
      if (isNear(points[at], from)) left = at;
      else if (left >= 0 && isNear(points[at], to)) return points.slice(left, at + 1);
    }
  }
  return [];
}

/** @param {[number, number]} point @param {Stay} stay */
function isNear([longitude, latitude], stay) {
  // A cheap test that excludes most, without trigonometry.
  if (Math.abs(latitude - stay.latitude) > NEAR_DEGREES) return false;
  return metresBetween([longitude, latitude], [nearestCopy(stay.longitude, longitude), stay.latitude]) <= NEAR_METRES;
}

/**
 * The GeoJSON of a trip: its line, and a dot for each stay.
 *
 * @param {Stay[]} stays in order of time @param {string | null} date the chosen day
 * @param {import("../tracks/track-loader.js").Recording[]} [recordings] of the trip
 */
export function tripFeatures(stays, date, recordings = []) {
  const way = wayThrough(stays);
  /** @param {any} properties */
  const feature = (type, coordinates, properties) => ({ type: "Feature", geometry: { type, coordinates }, properties });
  const dots = stays.map((stay, index) => feature("Point", way[index], { isNow: stay.date === date, isFaint: date !== null && stay.date !== date }));
  const line = way.length > 1 ? [feature("LineString", lineThrough(stays, recordings), { isFaint: date !== null })] : [];
  return { type: "FeatureCollection", features: [...line, ...dots] };
}

/**
 * @param {[number, number][]} way
 * @param {number} share from 0 to 1
 * @returns {[number, number]} a position on it, by the length on the map
 */
export function alongWay(way, share) {
  const lengths = way.slice(1).map(([lon, lat], index) => Math.hypot(lon - way[index][0], lat - way[index][1]));
  let left = Math.max(0, Math.min(1, share)) * lengths.reduce((sum, length) => sum + length, 0);
  for (const [index, length] of lengths.entries()) {
    const between = (axis) => way[index][axis] + ((way[index + 1][axis] - way[index][axis]) * left) / length;
    if (left <= length && length > 0) return [between(0), between(1)];
    left -= length;
  }
  return way[way.length - 1];
}
