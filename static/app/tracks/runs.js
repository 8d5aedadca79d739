/**
 * The lines of tracks in runs of one day and one class of speed. Pure.
 * @module
 */

import { DAY } from "../core/span.js";
import { metresBetween } from "../core/distance.js";

/** Speeds in km/h at which the next class begins: walking, cycling, driving, flying. */
export const SPEED_LIMITS = [7, 30, 250];
/** Speeds are averages over this time, because the error of a fix is large compared with the distance of one second. */
const AVERAGED_MS = 30_000;
/** The most positions in a run. */
const LONGEST_RUN = 256;
/** How much later mean solar time is for each degree of longitude to the east. */
const MS_PER_DEGREE = DAY / 360;

/**
 * @typedef {object} Run a part of a track
 * @property {number} track
 * @property {number} day since 1970, by the times
 * @property {number} speed the index of a class
 * @property {[number, number][]} points
 * @property {number[]} times of local clocks, in milliseconds; never descending
 */

/**
 * @param {import("../api/tracks.js").Track[]} features tracks of the API, with a time for each position
 * @returns {Run[]} neighbours in a line share a position; in the order in which they begin
 */
export function runsOf(features) {
  return features.flatMap(({ id, geometry, properties }) =>
    geometry.coordinates.flatMap((points, index) => runsOfLine(id, points, properties.coordTimes[index], properties.utcOffsets?.[index])))
    .sort((a, b) => a.times[0] - b.times[0]);
}

/** @param {number} [utcOffset] minutes; unknown if the server has no places file */
function runsOfLine(track, points, coordTimes, utcOffset) {
  const instants = coordTimes.map((text) => Date.parse(text));
  const times = utcOffset === undefined ? solarTimes(points, instants) : instants.map((instant) => instant + utcOffset * 60_000);
  const speeds = speedsOf(points, instants);
  const runs = [];
  for (let index = 1; index < points.length; index += 1) {
    const day = Math.floor(times[index] / DAY);
    const speed = SPEED_LIMITS.filter((limit) => speeds[index - 1] >= limit).length;
    let run = runs.at(-1);
    if (!run || run.day !== day || run.speed !== speed || run.points.length >= LONGEST_RUN) {
      run = { track, day, speed, points: [points[index - 1].slice(0, 2)], times: [times[index - 1]] };
      runs.push(run);
    }
    run.points.push(points[index].slice(0, 2));
    run.times.push(times[index]);
  }
  return runs;
}

/** Mean solar time, as in the tiles. An aeroplane may be faster than the Sun; its time then stands still. */
function solarTimes(points, instants) {
  let latest = -Infinity;
  return points.map(([lon], index) => (latest = Math.max(latest, instants[index] + lon * MS_PER_DEGREE)));
}

/**
 * The speed of each segment: the average over the segments within half of `AVERAGED_MS` of its middle. Takes time
 * proportional to the number of positions.
 *
 * @param {number[][]} points
 * @param {number[]} instants
 * @returns {number[]} in km/h; one less than positions
 */
export function speedsOf(points, instants) {
  const travelled = [0];
  for (let index = 1; index < points.length; index += 1) travelled.push(travelled[index - 1] + metresBetween(points[index - 1], points[index]));
  let [first, last] = [0, 1];
  return travelled.slice(1).map((_, index) => {
    const middle = (instants[index] + instants[index + 1]) / 2;
    while (first < index && instants[first + 1] <= middle - AVERAGED_MS / 2) first += 1;
    last = Math.max(last, index + 1);
    while (last < points.length - 1 && instants[last] < middle + AVERAGED_MS / 2) last += 1;
    const seconds = (instants[last] - instants[first]) / 1000;
    return seconds > 0 ? ((travelled[last] - travelled[first]) / seconds) * 3.6 : 0;
  });
}

/** @param {Run[]} runs @returns {any} GeoJSON */
export function runFeatures(runs) {
  return {
    type: "FeatureCollection",
    features: runs.map(({ day, speed, points }) => ({ type: "Feature", geometry: { type: "LineString", coordinates: points }, properties: { day, speed } })),
  };
}
