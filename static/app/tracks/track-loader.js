/**
 * Loads the lines of the tracks in view with their times.
 * @module
 */

import { createNewest } from "../core/newest.js";
import { formatSpan, parseSpan, DAY } from "../core/span.js";
import { containsView, viewportRequest } from "../core/viewport.js";
import { runsOf } from "./runs.js";

/** The most positions that the page draws from their times. Tracks with more are drawn with less detail. */
export const MOST_POSITIONS = 20_000;
/** The zooms of the server's levels of detail; the first has every fix. */
const DETAILS = [20, 14, 11, 8, 5, 2];
/** The status of an answer that would have too many positions. */
const TOO_MANY = 422;

/** @typedef {{points: [number, number][], times: number[]}} Recording a track: positions and instants */

/**
 * @param {object} options
 * @param {Pick<import("../api.js").Api, "trackLines">} options.api
 * @param {(runs: import("./runs.js").Run[]) => void} options.onRuns
 * @param {(error: Error) => void} options.onFailure
 */
export function createTrackLoader({ api, onRuns, onFailure }) {
  /** @type {import("../core/viewport.js").ViewportRequest | null} */
  let request = null;
  const newest = createNewest({
    keyOf: JSON.stringify,
    ask: async (question, signal) => runsOf(await tracksOf(api, question, signal)),
    onAnswer: onRuns,
    onFailure: (error) => (onFailure(error), true),
  });

  return {
    /** @param {import("../core/viewport.js").View} view @param {string} time of the filters */
    want(view, time) {
      if (!request || !containsView(request, view)) request = viewportRequest(view);
      newest.want({ bbox: request.bbox.join(), zoom: request.zoom, ...daysAround(time) });
    },

    forget: newest.forget,
  };
}

/** @param {import("../api/tracks.js").Track[]} tracks @returns {Recording[]} the lines of each track as one */
export function recordingsOf(tracks) {
  return tracks.map(({ geometry, properties }) => ({
    points: geometry.coordinates.flat().map(([lon, lat]) => /** @type {[number, number]} */ ([lon, lat])),
    times: properties.coordTimes.flat().map((text) => Date.parse(text)),
  }));
}

/**
 * The days of a span, one day longer at both ends. The tracks have UTC, the filters local time.
 *
 * @param {string} time of the filters @returns {{datetime?: string}} of a request for tracks
 */
export function daysAround(time) {
  const span = parseSpan(time);
  if (!span) return {};
  const day = (moment) => Math.floor(moment / DAY) * DAY;
  return { datetime: formatSpan({ from: day(span.from) - DAY, through: day(span.through) + 2 * DAY - 1 }) };
}

/**
 * The tracks with as much detail as the zoom needs, or with less if there would be too many positions.
 *
 * @param {Pick<import("../api.js").Api, "trackLines">} api
 * @param {{zoom: number, bbox?: string, datetime?: string}} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("../api/tracks.js").Track[]>}
 */
export async function tracksOf(api, { zoom, ...parameters }, signal) {
  const enough = DETAILS.findLast((detail) => detail >= zoom) ?? DETAILS[0];
  for (const detail of DETAILS.filter((level) => level <= enough)) {
    const isCoarsest = detail === DETAILS.at(-1);
    const found = await allPages(api, { ...parameters, zoom: detail, limit: 1000 }, signal).catch((error) => {
      if (error.status !== TOO_MANY || isCoarsest) throw error;
      return null;
    });
    if (found && (found.isComplete || isCoarsest)) return found.features;
  }
  return [];
}

/**
 * All tracks; stops at the page with which they have too many positions.
 *
 * @param {Pick<import("../api.js").Api, "trackLines">} api
 */
async function allPages(api, parameters, signal) {
  const features = [];
  let [count, cursor] = [0, null];
  do {
    const page = await api.trackLines({ ...parameters, ...(cursor && { cursor }) }, signal);
    for (const { geometry } of page.features) for (const line of geometry.coordinates) count += line.length;
    features.push(...page.features);
    cursor = page.cursor;
  } while (cursor && count <= MOST_POSITIONS);
  return { features, isComplete: count <= MOST_POSITIONS };
}
