/**
 * Requests about positions that cannot be true. Only owners may send them.
 * @module
 */

import { NO_FILTERS, filterParameters } from "../filters/filters.js";
import { createActKeys } from "./act-keys.js";
import { COLLECTION } from "./transport.js";

/** The address of a request may not be longer than 8 KB. */
const PHOTOS_AT_ONCE = 500;

/**
 * @typedef {object} Doubt
 * @property {number} id of the photo
 * @property {string} path
 * @property {string} filename
 * @property {number} longitude
 * @property {number} latitude
 * @property {string} reason
 * @property {string} evidence an English sentence
 * @property {string} [finding] what the sentence is about; the next members have its values
 * @property {number} [metres]
 * @property {number} [metresBack]
 * @property {number} [metresCorrected]
 * @property {number} [metresToNext]
 * @property {number} [metresToNearest]
 * @property {number} [seconds]
 * @property {number} [secondsToNext]
 * @property {number} [altitude]
 * @property {number} [otherAltitude]
 * @property {number} [ground]
 * @property {string} [correction]
 * @property {string} [step]
 * @property {string} [of]
 * @property {number[]} [suggestion] longitude and latitude
 * @property {string} [device]
 *
 * @typedef {object} Flight
 * @property {string} flight such as `flight Berlin – Lisbon`
 * @property {number[]} photos
 *
 * @typedef {object} DoubtsAnswer
 * @property {number} numberMatched
 * @property {{reason: string, count: number}[]} reasons the most frequent first
 * @property {{device: string, count: number}[]} devices
 * @property {Doubt[]} doubts
 * @property {Flight[]} flights all, whatever the request asks for
 *
 * @typedef {object} WhichDoubts
 * @property {string} [reason]
 * @property {string} [device]
 * @property {number} [photo]
 * @property {number} [limit]
 * @property {number} [offset]
 */

/** @param {import("./transport.js").Transport} transport */
export function createDoubts({ json, post, remove }) {
  const keys = createActKeys();

  return {
    /** @param {WhichDoubts} which @param {AbortSignal} [signal] @returns {Promise<DoubtsAnswer>} */
    doubts: (which, signal) => json("doubts", which, signal),

    /**
     * How many doubts there are, by reason and by camera.
     *
     * @param {import("../filters/filters.js").Filters} [filters] @param {number[] | null} [bbox] @param {AbortSignal} [signal]
     * @returns {Promise<DoubtsAnswer>}
     */
    doubtCounts: (filters = NO_FILTERS, bbox = null, signal) =>
      json("doubts", { limit: 1, ...(bbox && { bbox: bbox.join(",") }), ...filterParameters(filters) }, signal),

    /**
     * Says of doubted positions, in one act, that they are true, or that the suggested ones are.
     *
     * @param {number[]} photos @param {"accept" | "correct"} how
     * @returns {Promise<{id: number, photos: number}>}
     */
    settleDoubts: (photos, how) =>
      keys.send({ photos, ...(how === "accept" ? { accept: true } : { correct: "suggestion" }) }, (content) => post("doubts", content)),

    /**
     * What placing needs of photos that are on the map.
     *
     * @param {number[]} photos @param {AbortSignal} [signal] @returns {Promise<import("./photos.js").Photo[]>}
     */
    async placedPhotos(photos, signal) {
      const found = [];
      for (let first = 0; first < photos.length; first += PHOTOS_AT_ONCE) {
        const ids = photos.slice(first, first + PHOTOS_AT_ONCE);
        const { features } = await json(`${COLLECTION}/items`, { limit: ids.length, properties: "filename,direction,altitude", filter: `id IN (${ids.join(",")})` }, signal);
        found.push(...features);
      }
      return found;
    },

    /** @param {number} act @returns {Promise<{undone: number}>} */
    undoDoubts(act) {
      keys.forget();
      return remove(`doubts/${act}`);
    },
  };
}
