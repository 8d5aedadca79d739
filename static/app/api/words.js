/**
 * Requests that change what is written about photos, and undo that.
 * @module
 */

import { COLLECTION } from "./transport.js";

/** Browsers finish a request of this many bytes after the page is closed. */
const KEPT_ALIVE = 60_000;
/** The address of a request may not be longer than 8 KB. */
const PHOTOS_AT_ONCE = 500;

/**
 * @typedef {object} WordsAct what was written in one request
 * @property {number} act
 * @property {string} made
 * @property {string} by
 * @property {Partial<import("../words/change.js").Change["set"]>} [set]
 * @property {Record<string, string[]>} [add]
 * @property {Record<string, string[]>} [remove]
 */

/** @param {import("./transport.js").Transport} transport */
export function createWords({ json, post, remove }) {
  return {
    /**
     * The newest acts about a photo that are not undone, and what its file says.
     *
     * @param {number} photo @param {AbortSignal} [signal]
     * @returns {Promise<{acts: WordsAct[], file: import("../words/change.js").Words}>}
     */
    words: (photo, signal) => json("words", { photo }, signal),

    /**
     * Changes the words of photos in one act.
     *
     * @param {number[]} photos @param {import("../words/change.js").Change} change
     * @returns {Promise<{id: number, photos: number}>}
     */
    write: (photos, { set, add, remove: removed }) => {
      const content = { photos, ...given({ set, add, remove: removed }) };
      return post("words", content, { keepalive: JSON.stringify(content).length < KEPT_ALIVE });
    },

    /** @param {number} act @returns {Promise<{undone: number}>} */
    undoWords: (act) => remove(`words/${act}`),

    /**
     * The words of several photos that are on the map.
     *
     * @param {number[]} photos @param {AbortSignal} [signal] @returns {Promise<import("./photos.js").Photo[]>}
     */
    async wordsOf(photos, signal) {
      const found = [];
      for (let first = 0; first < photos.length; first += PHOTOS_AT_ONCE) {
        const ids = photos.slice(first, first + PHOTOS_AT_ONCE);
        const { features } = await json(`${COLLECTION}/items`,
          { limit: ids.length, properties: "title,caption,keywords,keywordPaths,people,rating,favourite", filter: `id IN (${ids.join(",")})` }, signal);
        found.push(...features);
      }
      return found;
    },

    /**
     * The keywords and people of photos for which a text is found, those with most photos first; without a text, of all.
     *
     * @param {string} text @param {AbortSignal} [signal]
     * @returns {Promise<import("../filters/kinds.js").FacetsAnswer>}
     */
    names: (text, signal) => json(`${COLLECTION}/facets`, text ? { q: text } : {}, signal),
  };
}

/** @param {Record<string, object>} parts @returns {Record<string, object>} those that are not empty */
function given(parts) {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));
}
