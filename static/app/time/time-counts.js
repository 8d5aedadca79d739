/**
 * Updates the histogram and the count when the map, the filters or the axis change.
 * @module
 */

import { GIVEN_UP } from "../api.js";
import { NO_FILTERS, filterKey } from "../filters/filters.js";
import { boxOf } from "../core/box.js";
import { setTime } from "./time-state.js";
import { createNewest } from "../core/newest.js";
import { barUnit, floorTo, nextEdge } from "./calendar.js";
import { countsBy, timeCounts } from "./histogram.js";
import { formatSpan, lengthOf } from "../core/span.js";

const ALL_TIME = { from: -Infinity, through: Infinity };
/** The approximate width of a bar. */
const BAR_PX = 4;
const BARS_ROUNDED_TO = 40;

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {() => number} options.width of the histogram, in pixels
 */
export function createTimeCounts({ store, api, width }) {
  /** @type {number[] | null} */
  let box = null;

  const timeline = (name) => createNewest({
    keyOf: ({ box, filters, stretch, buckets, unit }) => `${box}?${filterKey(filters)}&${stretch?.from}/${stretch?.through}&${unit ?? buckets}`,
    ask: async ({ box, filters, stretch, buckets, unit }, signal) => {
      if (!unit) return timeCounts(stretch ?? ALL_TIME, await api.timeline({ bbox: box, span: stretch, buckets }, filters, signal));
      const days = await api.days(box, { ...filters, time: formatSpan(stretch) }, signal);
      return countsBy(timeCounts(stretch, days), unit);
    },
    onAnswer: (counts, question) => store.change(setTime({ [name]: counts, ...(name === "overview" && isCurrent(question) ? { isStale: false, problem: "" } : {}) })),
    onFailure(error) {
      if (error.status !== GIVEN_UP) return true;
      store.change(setTime({ problem: error.message }));
      return false;
    },
    isStale: hasMoved,
  });
  const overview = timeline("overview");
  const detail = timeline("detail");
  const matched = createNewest({
    keyOf: ({ box, filters }) => `${box}?${filterKey(filters)}`,
    ask: ({ box, filters }, signal) => api.count(box, filters, signal),
    onAnswer: (count) => store.change(setTime({ matched: count })),
    isStale: hasMoved,
  });

  /** Whether an answer is for the current view and filters. */
  function isCurrent(question) {
    return String(question.box) === String(box) && filterKey(question.filters) === filterKey(timeless(store.state.filters));
  }

  function askAll() {
    if (!box) return;
    store.change(setTime({ isStale: true, problem: "" }));
    matched.want({ box, filters: store.state.filters });
    overview.want({ box, filters: timeless(store.state.filters), stretch: null, buckets: bars() });
    askDetail();
  }

  function askDetail() {
    const { axis } = store.state.time;
    if (!box || !axis) return;
    const unit = barUnit(lengthOf(axis) / Math.max(1, width()));
    const roomy = roomierStretch(axis);
    const stretch = unit ? { from: floorTo(roomy.from, unit), through: nextEdge(roomy.through, unit, 1) - 1 } : roomy;
    const buckets = Math.ceil((bars() * lengthOf(stretch)) / lengthOf(axis) / BARS_ROUNDED_TO) * BARS_ROUNDED_TO;
    detail.want({ box, filters: timeless(store.state.filters), stretch, buckets, unit });
  }

  function bars() {
    return Math.max(1, Math.round(width() / BAR_PX / BARS_ROUNDED_TO)) * BARS_ROUNDED_TO;
  }

  // The part of the view that panels do not cover, as in the grid.
  store.watch((state) => state.shown, (shown) => {
    if (!shown) return;
    box = boxOf(shown);
    askAll();
  });
  store.watch((state) => state.filters, askAll);
  store.watch((state) => state.time.axis, askDetail);
  store.watch((state) => state.trouble !== null, (hasTrouble) => hasTrouble || askAll());

  return {
    /** Retries the requests that were aborted. */
    retry: askAll,

    /** Drops all counts and reloads, because the library has changed. */
    refresh() {
      for (const one of [overview, detail, matched]) one.forget();
      askAll();
    },
  };
}

/** A larger span around an axis. It is the same for slightly different axes. */
export function roomierStretch({ from, through }) {
  const grain = 2 ** Math.floor(Math.log2((through - from) / 2));
  return { from: (Math.floor(from / grain) - 1) * grain, through: (Math.ceil(through / grain) + 1) * grain - 1 };
}

/**
 * The filters without time: the histogram shows everything that could be chosen.
 *
 * @param {import("../filters/filters.js").Filters} filters
 */
function timeless(filters) {
  return { ...filters, time: NO_FILTERS.time, undated: NO_FILTERS.undated };
}

function hasMoved(inFlight, wanted) {
  return inFlight.box !== wanted.box;
}
