/** @module */

import { setWithin } from "../core/store.js";
import { neighboursInDoubts } from "../doubts/doubts-state.js";

/**
 * @typedef {object} OpenPhoto the open photo
 * @property {number} id
 * @property {import("../api/photos.js").Photo | null} feature null while it is loading
 * @property {string} problem
 * @property {boolean} [isSought] whether the map goes to it, because the address names it and no view
 * @property {boolean} [isMissing] whether the server has no such photo
 *
 * @typedef {object} Around a photo and its neighbours in the grid, or in the open list of a cluster
 * @property {number} id
 * @property {number | null} previous
 * @property {number | null} next
 * @property {number | null} [first] of the list
 * @property {number | null} [last]
 * @property {number} position counted from one
 * @property {number} total
 */

const NO_NEIGHBOURS = Object.freeze({ previous: null, next: null, first: null, last: null, position: 0, total: null });

export const PHOTO = { photo: /** @type {OpenPhoto | null} */ (null), around: /** @type {Around | null} */ (null) };

/**
 * @param {number} id
 * @param {Partial<OpenPhoto>} changes
 */
export const photoChanged = (id, changes) => (/** @type {import("../core/store.js").State} */ state) =>
  state.photo?.id === id ? setWithin("photo", changes)(state) : state;

/**
 * The feature of a photo, if the map or a list has it.
 *
 * @param {import("../core/store.js").State} state
 * @param {number} id
 * @returns {any | null}
 */
export function knownPhoto(state, id) {
  const has = (/** @type {import("../api/photos.js").Pin} */ feature) => feature.id === id && !feature.properties.cluster;
  if (state.unplaced) return state.unplaced.photos.find(has) ?? null;
  return state.list?.photos.find(has) ?? state.pins.find(has) ?? state.again?.photos.find(has) ?? null;
}

/**
 * @param {import("../core/store.js").State} state
 * @returns {boolean} whether the open list has only some photos of the open day
 */
export function isWithinDay({ list, day }) {
  return Boolean(list && day && list.subject.type !== "day");
}

/**
 * The list whose photos are in the state: that of files that are not on the map, of those near a spot, or of a day.
 *
 * @param {Pick<import("../core/store.js").State, "list" | "unplaced">} state
 */
export function loadedList({ list, unplaced }) {
  return unplaced ?? (list && list.subject.type !== "cluster" ? list : null);
}

/**
 * The neighbours of the open photo in the open list, in that of doubted positions, or in the grid if no list is open.
 *
 * @param {import("../core/store.js").State} state
 * @returns {{previous: number | null, next: number | null, first: number | null, last: number | null, position: number, total: number | null}}
 */
export function neighbours({ list, photo, unplaced, around, doubts }) {
  const open = loadedList({ list, unplaced });
  const photos = open?.photos ?? [];
  const at = photo ? photos.findIndex((one) => one.id === photo.id) : -1;
  const doubted = !open && photo && doubts ? neighboursInDoubts(doubts, photo.id) : null;
  if (doubted) return doubted;
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
