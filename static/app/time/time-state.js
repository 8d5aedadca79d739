/** @module */

import { setWithin } from "../core/store.js";

/**
 * @typedef {object} TimeBar
 * @property {import("../core/span.js").Span | null} axis the span that the bar shows; null for all time
 * @property {import("./histogram.js").TimeCounts | null} overview of all time
 * @property {import("./histogram.js").TimeCounts | null} detail of the axis with a margin, if it is zoomed
 * @property {boolean} isStale whether the overview is of another view or other filters
 * @property {string} problem why the counts could not be loaded, or an empty string
 * @property {number | null} matched how many photos in view match the filters
 * @property {boolean} isMoving whether the span is being dragged or played
 * @property {boolean} isPlaying
 * @property {boolean} hasFollowed whether the map has followed the playback
 * @property {number} speed
 * @property {{since: number, from: number, now: number} | null} played where the playback began, and the span that it
 * reached, until another is chosen
 */

export const TIME = {
  time: /** @type {TimeBar} */ (Object.freeze({
    axis: null, overview: null, detail: null, matched: null, isStale: false, problem: "", isMoving: false, isPlaying: false, hasFollowed: false, speed: 1, played: null,
  })),
};

/**
 * @param {Partial<TimeBar>} changes
 * @returns {(state: import("../core/store.js").State) => import("../core/store.js").State}
 */
export const setTime = (changes) => (state) => {
  const isNew = Object.entries(changes).some(([name, value]) => !Object.is(state.time[name], value));
  return isNew ? setWithin("time", changes)(state) : state;
};
