/**
 * The one state of the page, and the pure functions that lead from one state to the next.
 * Views read it through `store.watch`; effects change it through `store.change`.
 * @module
 */

import { NO_FILTERS } from "./filters/filters.js";
import { DEFAULT_LOOK } from "./layers/look.js";
import { isSeen } from "./map/globe.js";
import { mapLatitude } from "./core/mercator.js";

/**
 * @typedef {import("./filters/filters.js").Filters} Filters
 * @typedef {import("./route.js").Spot} Spot
 * @typedef {{type: "cluster", cluster: string, filters: Filters, order: "newest" | "oldest"}
 *   | {type: "near", spot: Spot, filters: Filters}} ListSubject
 *
 * @typedef {object} PhotoList a list that is open
 * @property {ListSubject} subject
 * @property {"loading" | "ready" | "failed"} status
 * @property {any[]} photos the features that have come so far
 * @property {number | null} total
 * @property {boolean} more whether a further page can be had
 * @property {string} span the days the photos are from, or an empty string
 * @property {string} problem
 *
 * @typedef {object} OpenPhoto the photo that is open
 * @property {number} id
 * @property {any | null} feature null while it is on its way
 * @property {string} problem
 * @property {boolean} [isMissing] whether the server knows no such photo
 *
 * @typedef {object} Around a photo among those of the grid
 * @property {number} id
 * @property {number | null} previous
 * @property {number | null} next
 * @property {number} position counted from one
 * @property {number} total
 *
 * @typedef {object} TimeBar
 * @property {import("./core/span.js").Span | null} axis the stretch that the bar shows; null is all of it
 * @property {import("./time/histogram.js").TimeCounts | null} overview of all time
 * @property {import("./time/histogram.js").TimeCounts | null} detail of the axis and a little more, once it is zoomed
 * @property {boolean} isStale whether the overview is of another view or other filters than those that are shown
 * @property {string} problem why the counts did not come, or an empty string
 * @property {number | null} matched how many photos the view holds that pass the filters
 * @property {boolean} isMoving whether the span is being dragged or plays
 * @property {boolean} isPlaying
 * @property {number} speed
 *
 * @typedef {object} UnplacedFiles the files that are not on the map, when they are listed
 * @property {string} reason one of the server's reasons, or `all`
 * @property {"loading" | "ready" | "failed"} status
 * @property {any[]} photos those that have come so far, as features without a geometry
 * @property {number | null} total
 * @property {boolean} more whether a further page can be had
 * @property {string} problem
 *
 * @typedef {object} State
 * @property {"light" | "dark"} theme
 * @property {{status: "loading" | "ready" | "failed", total: number, taken: import("./core/span.js").Span | null, isGuest: boolean}} library
 *   taken is the span from the first dated photo to the last; a guest sees what was shared with him, and changes nothing
 * @property {Filters} filters
 * @property {import("./core/viewport.js").View | null} view
 * @property {import("./core/viewport.js").View | null} shown the part of the view that nothing covers, once the map rests
 * @property {any[]} pins the features that the map shows
 * @property {boolean} busy whether an answer for the view is on its way
 * @property {boolean} moving
 * @property {PhotoList | null} list
 * @property {OpenPhoto | null} photo
 * @property {boolean} viewer whether the open photo fills the window
 * @property {UnplacedFiles | null} unplaced
 * @property {Record<string, number> | null} unlocated how many files are not on the map, by reason
 * @property {string | null} scanCommand what an owner types to scan photos into this server's index, once it is known
 * @property {{message: string} | null} trouble
 * @property {number | null} pointedAt a photo of a list or the grid that the pointer or the focus is on
 * @property {any | null} pointedPin the pin or cluster that the pointer or the focus is on
 * @property {import("./ui/order-choice.js").Order} order which photos come first, in the grid and in lists
 * @property {{box: number[], filters: Filters, total: number} | null} here how many photos the grid has counted where
 * @property {import("./filters/matches.js").Matches | null} matches how many photos match the filters anywhere, once asked for
 * @property {Around | null} around where the open photo stands in the grid
 * @property {TimeBar} time
 * @property {import("./filters/facets.js").Facets | null} facets what the photos can be filtered by, once asked for
 * @property {import("./layers/look.js").Look} look
 * @property {import("./layers/day.js").Day | null} day the day whose photos a line joins
 * @property {string | null} hint something to be told that is no trouble of the server's
 * @property {import("./live/live.js").Scan | null} scan the scan under way
 * @property {number} viewers on how many pages, this one included, the map is open
 */

const NO_NEIGHBOURS = Object.freeze({ previous: null, next: null, first: null, last: null, position: 0, total: null });

/** The map's own edge, which the pins of polar photos stand on, is in view when it is this near. */
const EDGE = 1e-3;

/** @type {State} */
export const INITIAL = Object.freeze({
  theme: "light",
  library: { status: "loading", total: 0, taken: null, isGuest: false },
  filters: NO_FILTERS,
  view: null,
  shown: null,
  pins: [],
  busy: false,
  moving: false,
  list: null,
  photo: null,
  viewer: false,
  unplaced: null,
  unlocated: null,
  scanCommand: null,
  trouble: null,
  look: DEFAULT_LOOK,
  day: null,
  hint: null,
  scan: null,
  viewers: 1,
  pointedAt: null,
  pointedPin: null,
  order: "newest",
  here: null,
  matches: null,
  around: null,
  time: Object.freeze({ axis: null, overview: null, detail: null, matched: null, isStale: false, problem: "", isMoving: false, isPlaying: false, speed: 1 }),
  facets: null,
});

/**
 * @param {State} initial
 */
export function createStore(initial) {
  let state = initial;
  /** @type {Set<() => void>} */
  const watchers = new Set();
  let scheduled = false;

  function notify() {
    scheduled = false;
    for (const check of watchers) check();
  }

  return {
    get state() {
      return state;
    },

    /** @param {(state: State) => State} step */
    change(step) {
      const next = step(state);
      if (next === state) return;
      state = next;
      if (scheduled) return;
      scheduled = true;
      queueMicrotask(notify);
    },

    /**
     * Calls `show` now and whenever what `select` picks is another value.
     *
     * @template Picked
     * @param {(state: State) => Picked} select
     * @param {(picked: Picked) => void} show
     */
    watch(select, show) {
      let last = select(state);
      watchers.add(() => {
        const picked = select(state);
        if (Object.is(picked, last)) return;
        last = picked;
        show(picked);
      });
      show(last);
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */

/**
 * @param {Partial<State>} changes
 * @returns {(state: State) => State}
 */
export const set = (changes) => (state) => ({ ...state, ...changes });

/**
 * @param {Partial<TimeBar>} changes
 * @returns {(state: State) => State}
 */
export const setTime = (changes) => (state) => {
  const isNew = Object.entries(changes).some(([name, value]) => !Object.is(state.time[name], value));
  return isNew ? { ...state, time: { ...state.time, ...changes } } : state;
};

/**
 * @param {ListSubject} subject
 * @param {string} [span]
 * @param {number | null} [total]
 * @returns {PhotoList}
 */
export function emptyList(subject, span = "", total = null) {
  return { subject, status: "loading", photos: [], total, more: false, span, problem: "" };
}

/**
 * A page of photos came for a list; dropped when another list is open by now.
 *
 * @param {ListSubject} subject
 * @param {{features: any[], numberMatched?: number}} answer
 * @param {boolean} more
 */
export const listGrew = (subject, answer, more) => onList(subject, (list) => {
  const photos = [...list.photos, ...answer.features];
  const total = answer.numberMatched ?? (more ? list.total : photos.length);
  return { ...list, status: "ready", photos, total, more, problem: "" };
});

/**
 * @param {ListSubject} subject
 * @param {Partial<PhotoList>} changes
 */
export const listChanged = (subject, changes) => onList(subject, (list) => ({ ...list, ...changes }));

function onList(subject, step) {
  return (/** @type {State} */ state) =>
    state.list?.subject === subject ? { ...state, list: step(state.list) } : state;
}

/**
 * @param {number} id
 * @param {Partial<OpenPhoto>} changes
 */
export const photoChanged = (id, changes) => (/** @type {State} */ state) =>
  state.photo?.id === id ? { ...state, photo: { ...state.photo, ...changes } } : state;

/**
 * @param {string} reason
 * @returns {UnplacedFiles}
 */
export function emptyUnplaced(reason) {
  return { reason, status: "loading", photos: [], total: null, more: false, problem: "" };
}

/**
 * A step for the list of files that are not on the map; dropped when another list is open by now.
 *
 * @param {string} reason
 * @param {(unplaced: UnplacedFiles) => Partial<UnplacedFiles>} step
 */
export const unplacedChanged = (reason, step) => (/** @type {State} */ state) =>
  state.unplaced?.reason === reason ? { ...state, unplaced: { ...state.unplaced, ...step(state.unplaced) } } : state;

/**
 * The feature of a photo, when the map or a list already has it.
 *
 * @param {State} state
 * @param {number} id
 * @returns {any | null}
 */
export function knownPhoto(state, id) {
  const has = (feature) => feature.id === id && !feature.properties.cluster;
  if (state.unplaced) return state.unplaced.photos.find(has) ?? null;
  return state.list?.photos.find(has) ?? state.pins.find(has) ?? null;
}

/**
 * The neighbours of the open photo in the open list, or else in the grid.
 *
 * @param {State} state
 * @returns {{previous: number | null, next: number | null, first: number | null, last: number | null, position: number, total: number | null}}
 */
export function neighbours({ list, photo, unplaced, around }) {
  const open = unplaced ?? list;
  const photos = open?.photos ?? [];
  const at = photo ? photos.findIndex((one) => one.id === photo.id) : -1;
  if (at < 0) return !open && photo && around?.id === photo.id ? { ...NO_NEIGHBOURS, ...around } : NO_NEIGHBOURS;
  return {
    previous: photos[at - 1]?.id ?? null,
    next: photos[at + 1]?.id ?? null,
    first: photos[0].id,
    last: photos.at(-1).id,
    position: at + 1,
    total: open?.total ?? photos.length,
  };
}

/**
 * How many photos the map shows: those whose pin or cluster is inside the view.
 *
 * @param {State} state
 * @returns {number}
 */
export function countInView({ pins, view }) {
  if (!view) return 0;
  return pins.reduce((sum, pin) => (isInside(pin.geometry.coordinates, view) ? sum + countOf(pin) : sum), 0);
}

/**
 * @param {any} feature a photo or a cluster
 * @returns {number}
 */
export function countOf(feature) {
  return feature.properties.cluster ? feature.properties.point_count : 1;
}

function isInside([lon, latitude], { west, south, east, north, globe }) {
  if (globe) return isSeen(globe, lon, latitude);
  const lat = mapLatitude(latitude);
  if (lat < south - EDGE || lat > north + EDGE) return false;
  return west + ((((lon - west) % 360) + 360) % 360) <= east;
}
