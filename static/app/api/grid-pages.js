/**
 * The photos of the grid, with the properties that its tiles show.
 * @module
 */

import { filterParameters } from "../filters/filters.js";
import { round7, sortby } from "./photos.js";
import { COLLECTION } from "./transport.js";

/** @typedef {import("./photos.js").Filters} Filters */
/** @typedef {import("./photos.js").Photos} Photos */

const TILE_PROPERTIES = "filename,media,takenAt,takenAtLocal,timeSource,place,placeDistance,region,country,direction";
/** The server gives no more at once. */
const MOST_AT_ONCE = 10_000;

/** @param {import("./transport.js").Transport} transport @param {Pick<ReturnType<typeof import("./photos.js").createPhotos>, "after">} pages */
export function createGridPages({ json }, { after }) {
  return {
    /**
     * The photos of a box, with what placing keeps of them.
     *
     * @param {readonly number[]} bbox @param {Filters} filters @param {number} most @param {AbortSignal} [signal]
     * @returns {Promise<import("./photos.js").Photo[]>} at most the newest `most`
     */
    async allIn(bbox, filters, most, signal) {
      const limit = Math.min(most, MOST_AT_ONCE);
      const parameters = { bbox: bbox.join(","), sortby: sortby("newest"), properties: "direction", limit, ...filterParameters(filters) };
      const found = [];
      for (let ask = (/** @type {AbortSignal} */ on) => json(`${COLLECTION}/items`, parameters, on); ask && found.length < most;) {
        const answer = await ask(signal);
        found.push(...answer.features);
        ask = after(answer);
      }
      return found.slice(0, most);
    },

    /**
     * @param {number[]} bbox
     * @param {Filters} filters
     * @param {import("../order/order-choice.js").Order} order
     * @param {Record<string, string | number>} ask the page's own parameters
     * @param {AbortSignal} [signal]
     * @returns {Promise<Photos>}
     */
    gridPage(bbox, filters, order, ask, signal) {
      const own = filterParameters(filters);
      const both = own.filter && ask.filter ? { filter: `(${own.filter}) AND ${ask.filter}` } : {};
      return json(`${COLLECTION}/items`,
        { bbox: bbox.join(","), sortby: sortby(order), properties: TILE_PROPERTIES, ...own, ...ask, ...both }, signal);
    },

    /**
     * The `k` photos of a box that are nearest to a position.
     *
     * @param {number[]} bbox
     * @param {{lat: number, lon: number}} spot
     * @param {number} k
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<Photos>}
     */
    ranked: (bbox, { lat, lon }, k, filters, signal) => json(`${COLLECTION}/nearest`,
      { lon: round7(lon), lat: round7(lat), k, bbox: bbox.join(","), properties: `${TILE_PROPERTIES},distance`, ...filterParameters(filters) }, signal),
  };
}
