/** @module */

/**
 * @typedef {object} TimeBar
 * @property {import("../core/span.js").Span | null} axis the stretch that the bar shows; null is all of it
 * @property {import("./histogram.js").TimeCounts | null} overview of all time
 * @property {import("./histogram.js").TimeCounts | null} detail of the axis and a little more, once it is zoomed
 * @property {boolean} isStale whether the overview is of another view or other filters than those that are shown
 * @property {string} problem why the counts did not come, or an empty string
 * @property {number | null} matched how many photos the view holds that pass the filters
 * @property {boolean} isMoving whether the span is being dragged or plays
 * @property {boolean} isPlaying
 * @property {number} speed
 */

export const TIME = {
  time: /** @type {TimeBar} */ (Object.freeze({
    axis: null, overview: null, detail: null, matched: null, isStale: false, problem: "", isMoving: false, isPlaying: false, speed: 1,
  })),
};

/**
 * @param {Partial<TimeBar>} changes
 * @returns {(state: import("../core/store.js").State) => import("../core/store.js").State}
 */
export const setTime = (changes) => (state) => {
  const isNew = Object.entries(changes).some(([name, value]) => !Object.is(state.time[name], value));
  return isNew ? { ...state, time: { ...state.time, ...changes } } : state;
};
