/**
 * The photos of the grid, with the properties that its tiles show.
 * @module
 */

import { filterParameters } from "../filters/filters.js";
import { round7, sortby } from "./photos.js";
import { COLLECTION } from "./transport.js";

/** @typedef {import("./photos.js").Filters} Filters */
/** @typedef {import("./photos.js").Photos} Photos */

const TILE_PROPERTIES = "filename,media,takenAt,takenAtLocal,timeSource,place,placeDistance,region,country";

/** @param {import("./transport.js").Transport} transport */
export function createGridPages({ json }) {
  return {
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
