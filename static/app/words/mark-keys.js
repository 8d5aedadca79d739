/**
 * The keys that rate, reject and favour photos.
 * @module
 */

import { REJECTED, changeOf } from "./change.js";

export const MARK_KEYS = ["0", "1", "2", "3", "4", "5", "x", "h"];
/** Of more photos the page does not load whether all are favourites; the key then marks them. */
const MOST_LOADED = 1000;

/** @param {string} key @param {boolean} isFavourite whether the photo, or all photos, are favourites @returns {import("./change.js").Change["set"]} */
export function marksOf(key, isFavourite) {
  if (key === "h") return { favourite: isFavourite ? null : true };
  return { rating: key === "0" ? null : key === "x" ? REJECTED : Number(key) };
}

/**
 * Marks all chosen photos in one act.
 *
 * @param {object} options
 * @param {Pick<import("../api.js").Api, "wordsOf">} options.api
 * @param {(photos: number[], change: import("./change.js").Change) => Promise<void>} options.saveAll
 * @param {(problem: string) => void} options.onFailure
 */
export function createMarkAll({ api, saveAll, onFailure }) {
  let last = Promise.resolve();
  const areFavourites = async (/** @type {number[]} */ ids) => ids.length <= MOST_LOADED && (await api.wordsOf(ids)).every(({ properties }) => properties.favourite);

  /** @param {string} key @param {import("../api/photos.js").Photo[]} photos @returns {true} */
  return (key, photos) => {
    const ids = photos.map(({ id }) => id);
    // One act follows the other, so that the last key counts.
    last = last.then(async () => saveAll(ids, changeOf({ set: marksOf(key, key === "h" && (await areFavourites(ids))) })))
      .catch((error) => onFailure(error.message));
    return true;
  };
}
