/**
 * The list whose photos are all chosen at once: the open one, or the photos in view.
 * @module
 */

import { boxOfCluster } from "../core/viewport.js";

/**
 * @typedef {object} OpenList
 * @property {number} total of its photos
 * @property {(most: number, signal: AbortSignal) => Promise<import("./choice.js").Photo[]>} all
 *
 * @param {Pick<import("../features.js").Page, "store" | "api">} page
 * @returns {OpenList | null} null while a photo is open, and until the photos are counted
 */
export function openList({ store, api }) {
  const { list, photo, countInGrid } = store.state;
  if (photo) return null;
  /** @param {readonly number[] | null} box @param {import("../filters/filters.js").Filters} filters @param {number | null} total */
  const inBox = (box, filters, total) => (box && total ? { total, all: (/** @type {number} */ most, /** @type {AbortSignal} */ signal) => api.allIn(box, filters, most, signal) } : null);
  if (!list) return countInGrid && inBox(countInGrid.box, countInGrid.filters, countInGrid.total);
  if (list.subject.type === "cluster") return inBox(boxOfCluster(list.subject.cluster), list.subject.filters, list.total);
  const { photos } = list;
  return photos.length ? { total: photos.length, all: async () => photos } : null;
}
