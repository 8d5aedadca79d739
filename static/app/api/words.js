/**
 * Requests that change what is written about photos, and undo that.
 * @module
 */

import { filterParameters } from "../filters/filters.js";
import { createActKeys } from "./act-keys.js";
import { COLLECTION } from "./transport.js";

/** Browsers finish a request of this many bytes after the page is closed. */
const KEPT_ALIVE = 60_000;
/** The address of a request may not be longer than 8 KB. */
const PHOTOS_AT_ONCE = 500;

/** The server lists no more names at once. */
const MOST_NAMES = 10_000;

/** @typedef {import("../filters/filters.js").Filters} Filters */

/**
 * @typedef {object} NamedPhotos
 * @property {string} name of a keyword or a person
 * @property {string} [above] the path that a path is part of
 * @property {number} count of photos on the map
 * @property {number} [unlocated] photos without a position
 * @property {number} cover the best of them
 * @property {string} [from]
 * @property {string} [to]
 */

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
  const keys = createActKeys();

  return {
    /**
     * The newest acts about a photo that are not undone, what it says with them, and what its file says.
     *
     * @param {number} photo @param {AbortSignal} [signal]
     * @returns {Promise<{acts: WordsAct[], shown: import("../words/change.js").Words, file: import("../words/change.js").Words}>}
     */
    words: (photo, signal) => json("words", { photo }, signal),

    /**
     * Changes the words of photos in one act.
     *
     * @param {number[]} photos @param {import("../words/change.js").Change} change
     * @param {string} [key] of the act, for a page that sends it again after a reload
     * @returns {Promise<{id: number, photos: number}>}
     */
    write: (photos, { set, add, remove: removed }, key) => {
      const content = { photos, ...given({ set, add, remove: removed }) };
      const request = (/** @type {object} */ order) => post("words", order, { keepalive: JSON.stringify(order).length < KEPT_ALIVE });
      return key === undefined ? keys.send(content, request) : request({ ...content, key });
    },

    /**
     * Changes a name in all photos that have it, in one act.
     *
     * @param {"keywords" | "people"} list @param {string} before @param {string} name
     * @returns {Promise<{id: number, photos: number}>}
     */
    rename: (list, before, name) => keys.send({ rename: { [list]: { [before]: name } } }, (content) => post("words", content)),

    /**
     * The keywords or the people of the photos that pass the filters, those with most photos first.
     *
     * @param {"keywords" | "people"} list
     * @param {{text: string, limit?: number, isTree?: boolean}} which the text is one that names have; whether hierarchies
     * are listed by their paths
     * @param {Filters} filters @param {AbortSignal} [signal]
     * @returns {Promise<{numberMatched: number, names: NamedPhotos[]}>}
     */
    async namesIn(list, { text, limit = MOST_NAMES, isTree = false }, filters, signal) {
      // `q` searches the names here.
      const { q, ...others } = filterParameters(filters);
      const words = text.trim();
      const { numberMatched, [list]: names } = await json(list, { limit, ...(words && { q: words }), ...(isTree && { paths: true }), ...others, ...(q && { text: q }) }, signal);
      const order = new Intl.Collator();
      return { numberMatched, names: names.sort((one, other) => other.count - one.count || (other.unlocated ?? 0) - (one.unlocated ?? 0) || order.compare(one.name, other.name)) };
    },

    /** @param {number} act @returns {Promise<{undone: number}>} */
    undoWords(act) {
      keys.forget();
      return remove(`words/${act}`);
    },

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
  };
}

/** @param {Record<string, object>} parts @returns {Record<string, object>} those that are not empty */
function given(parts) {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));
}
