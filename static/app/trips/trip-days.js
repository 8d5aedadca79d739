/**
 * An open trip: its days, the way through its stays, and what the map shows of them. Pure functions.
 * @module
 */

import { boxAround } from "../core/box-around.js";
import { DAY, formatSpan, lengthOf, parseSpan } from "../core/span.js";
import { nearestCopy } from "../core/viewport.js";

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
 * The GeoJSON of a trip: its line, and a dot for each stay.
 *
 * @param {Stay[]} stays in order of time @param {string | null} date the chosen day
 */
export function tripFeatures(stays, date) {
  const way = wayThrough(stays);
  /** @param {any} properties */
  const feature = (type, coordinates, properties) => ({ type: "Feature", geometry: { type, coordinates }, properties });
  const dots = stays.map((stay, index) => feature("Point", way[index], { isNow: stay.date === date, isFaint: date !== null && stay.date !== date }));
  const line = way.length > 1 ? [feature("LineString", way, { isFaint: date !== null })] : [];
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
