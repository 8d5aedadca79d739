/** @module */

import { set } from "../core/store.js";

/**
 * @typedef {{type: "day", date: string}
 *   | {type: "cluster", cluster: string, filters: import("../filters/filters.js").Filters, order: "newest" | "oldest"}
 *   | {type: "near", spot: import("../map/map-address.js").Spot, isShown: boolean, filters: import("../filters/filters.js").Filters}} ListSubject
 *
 * @typedef {object} PhotoList the open list
 * @property {ListSubject} subject
 * @property {"loading" | "ready" | "failed"} status
 * @property {import("../api/photos.js").Photo[]} photos those near a spot; the photos of a cluster are loaded by its
 * list, which may be of any length
 * @property {number | null} total
 * @property {boolean} more whether there is a further page
 * @property {string} span the days of the photos, or an empty string
 * @property {import("../map/map-address.js").Spot | null} spot where the pin of a cluster is
 * @property {string} problem
 */

export const LISTS = { list: /** @type {PhotoList | null} */ (null) };

/**
 * @param {ListSubject} subject
 * @param {{span?: string, total?: number | null, spot?: import("../map/map-address.js").Spot | null}} known
 * @returns {PhotoList}
 */
export function emptyList(subject, { span = "", total = null, spot = null }) {
  return { subject, status: "loading", photos: [], total, more: false, span, spot, problem: "" };
}

/**
 * Dropped if another list is open by now.
 *
 * @param {ListSubject} subject
 * @param {Partial<PhotoList>} changes
 */
export const listChanged = (subject, changes) => onList(subject, (list) => ({ ...list, ...changes }));

function onList(subject, step) {
  return (/** @type {import("../core/store.js").State} */ state) =>
    state.list?.subject === subject ? set({ list: step(state.list) })(state) : state;
}
