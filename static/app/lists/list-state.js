/** @module */

import { set } from "../core/store.js";

/**
 * @typedef {{type: "day", date: string}
 *   | {type: "cluster", cluster: string, filters: import("../filters/filters.js").Filters, order: "newest" | "oldest"}
 *   | {type: "near", spot: import("../map/map-address.js").Spot, filters: import("../filters/filters.js").Filters}} ListSubject
 *
 * @typedef {object} PhotoList the open list
 * @property {ListSubject} subject
 * @property {"loading" | "ready" | "failed"} status
 * @property {import("../api/photos.js").Photo[]} photos the features loaded so far
 * @property {number | null} total
 * @property {boolean} more whether there is a further page
 * @property {string} span the days of the photos, or an empty string
 * @property {string} problem
 */

export const LISTS = { list: /** @type {PhotoList | null} */ (null) };

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
 * Appends a page of photos to its list. Dropped if another list is open by now.
 *
 * @param {ListSubject} subject
 * @param {{features: import("../api/photos.js").Photo[], numberMatched?: number}} answer
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
  return (/** @type {import("../core/store.js").State} */ state) =>
    state.list?.subject === subject ? set({ list: step(state.list) })(state) : state;
}
