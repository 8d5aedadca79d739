/**
 * What of the tracks has been travelled at a moment. Pure, except for `createTravel`.
 * @module
 */

import { TRACK_MOVING, TRACK_TRAVELLED } from "./track-layers.js";

/** @typedef {import("./runs.js").Run} Run */

/** Runs that have ended move to the source of finished runs once they have this many positions. */
const MOST_MOVING = 1500;

/**
 * @param {Pick<Run, "points" | "times">} run
 * @param {number} since
 * @param {number} now at or after `since`
 * @returns {[number, number][]} its part of that time; empty if there is none
 */
export function partOf({ points, times }, since, now) {
  const [first, end] = [countUntil(times, since), countUntil(times, now)];
  if (end === 0 || first === times.length) return [];
  return [
    ...(first > 0 ? [positionAt(points, times, first, since)] : []),
    ...points.slice(first, end),
    ...(end < times.length ? [positionAt(points, times, end, now)] : []),
  ];
}

/** The number of times up to a moment, by bisection. */
function countUntil(times, moment) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The position at a moment before the time of an index. */
function positionAt(points, times, index, moment) {
  const [from, to] = [points[index - 1], points[index]];
  const share = (moment - times[index - 1]) / (times[index] - times[index - 1]);
  return /** @type {[number, number]} */ ([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
}

/**
 * The runs that contain a moment: one for each track. If there is none, the run that ended last, if it ended after
 * `from`.
 *
 * @param {Run[]} runs
 * @param {number} from
 * @param {number} now
 * @returns {Run[]}
 */
export function currentRuns(runs, from, now) {
  const current = new Map();
  let last = null;
  for (const run of runs) {
    const end = run.times.at(-1);
    if (run.times[0] > now) break;
    if (end >= now) current.set(run.track, run);
    else if (end >= from && end >= (last?.times.at(-1) ?? -Infinity)) last = run;
  }
  return current.size || !last ? [...current.values()] : [last];
}

const feature = ({ day, speed }, type, coordinates) => ({ type: "Feature", geometry: { type, coordinates }, properties: { day, speed } });

/** @param {Run[]} runs @param {number} since @param {number} now @returns {any[]} lines of the travelled parts */
function travelledLines(runs, since, now) {
  return runs.map((run) => feature(run, "LineString", partOf(run, since, now))).filter(({ geometry }) => geometry.coordinates.length > 1);
}

/** @param {Run[]} runs @param {number} from @param {number} now @returns {any[]} the positions of their recorders, as points */
function markers(runs, from, now) {
  return currentRuns(runs, from, now).map((run) => feature(run, "Point", partOf(run, -Infinity, now).at(-1)));
}

/**
 * Draws the travelled part of the tracks, and markers at its ends, while the time bar plays. Finished runs have a
 * source of their own, so that a frame sends only the runs under way. A frame updates one source.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {(source: string, data: any) => void} options.setData
 * @param {(draw: () => void) => any} [options.nextFrame]
 */
export function createTravel({ store, setData, nextFrame = requestAnimationFrame }) {
  const nothing = Object.freeze({ runs: [], since: 0, until: -Infinity });
  let isScheduled = false;
  /**
   * What the source of finished runs shows.
   *
   * @type {{runs: Run[], since: number, until: number}}
   */
  let finished = nothing;

  function schedule() {
    if (isScheduled || !store.state.time.played) return;
    isScheduled = true;
    nextFrame(draw);
  }

  function draw() {
    isScheduled = false;
    const { trackRuns: { runs }, time: { played } } = store.state;
    if (!played) return;
    const { since, from, now } = played;
    const isOther = runs !== finished.runs || since !== finished.since || now < finished.until;
    const ended = runs.filter(({ times }) => times.at(-1) > finished.until && times.at(-1) <= now);
    if (isOther || ended.reduce((sum, { points }) => sum + points.length, 0) > MOST_MOVING) {
      finished = { runs, since, until: now };
      setData(TRACK_TRAVELLED, collection(travelledLines(runs.filter(({ times }) => times.at(-1) <= now), since, now)));
      return schedule();
    }
    const underWay = runs.filter(({ times }) => times[0] <= now && times.at(-1) > finished.until);
    setData(TRACK_MOVING, collection([...travelledLines(underWay, since, now), ...markers(runs, from, now)]));
  }

  store.watch((state) => state.time.played === null, (isOver) => {
    if (!isOver) return;
    finished = nothing;
    for (const source of [TRACK_TRAVELLED, TRACK_MOVING]) setData(source, collection([]));
  });
  store.watch((state) => state.time.played, schedule);
  store.watch((state) => state.trackRuns.runs, schedule);
}

/** @param {import("../api/photos.js").Photo[]} features */
function collection(features) {
  return { type: "FeatureCollection", features };
}
