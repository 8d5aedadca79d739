/**
 * The one state of the page, and the pure functions that lead from one state to the next.
 * Views read it through `store.watch`; effects change it through `store.change`.
 * @module
 */

import { mapLatitude } from "./map/viewport.js";

/**
 * @typedef {import("./route.js").Spot} Spot
 * @typedef {{type: "cluster", cluster: string} | {type: "near", spot: Spot}} ListSubject
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
 *
 * @typedef {object} State
 * @property {"light" | "dark"} theme
 * @property {{status: "loading" | "ready" | "failed", total: number}} library
 * @property {import("./map/viewport.js").View | null} view
 * @property {any[]} pins the features that the map shows
 * @property {boolean} busy whether an answer for the view is on its way
 * @property {boolean} moving
 * @property {PhotoList | null} list
 * @property {OpenPhoto | null} photo
 * @property {{message: string} | null} trouble
 * @property {number | null} pointedAt a photo of a list that the pointer or the focus is on
 */

/** The map's own edge, which the pins of polar photos stand on, is in view when it is this near. */
const EDGE = 1e-3;

/** @type {State} */
export const INITIAL = Object.freeze({
  theme: "light",
  library: { status: "loading", total: 0 },
  view: null,
  pins: [],
  busy: false,
  moving: false,
  list: null,
  photo: null,
  trouble: null,
  pointedAt: null,
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
 * The feature of a photo, when the map or the list already has it.
 *
 * @param {State} state
 * @param {number} id
 * @returns {any | null}
 */
export function knownPhoto(state, id) {
  const has = (feature) => feature.id === id && !feature.properties.cluster;
  return state.list?.photos.find(has) ?? state.pins.find(has) ?? null;
}

/**
 * The neighbours of the open photo in the open list.
 *
 * @param {State} state
 * @returns {{previous: number | null, next: number | null, position: number, total: number | null}}
 */
export function neighbours({ list, photo }) {
  const photos = list?.photos ?? [];
  const at = photo ? photos.findIndex((one) => one.id === photo.id) : -1;
  if (at < 0) return { previous: null, next: null, position: 0, total: null };
  return {
    previous: photos[at - 1]?.id ?? null,
    next: photos[at + 1]?.id ?? null,
    position: at + 1,
    total: list?.total ?? photos.length,
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

function isInside([lon, latitude], { west, south, east, north }) {
  const lat = mapLatitude(latitude);
  if (lat < south - EDGE || lat > north + EDGE) return false;
  return west + ((((lon - west) % 360) + 360) % 360) <= east;
}
