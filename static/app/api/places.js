/**
 * Names of positions, and the countries, regions and places of the photos.
 * @module
 */

import { filterParameters } from "../filters/filters.js";

/**
 * @typedef {object} Area
 * @property {string} id the value for the filter of its kind
 * @property {"country" | "region" | "place" | "area"} kind an area is a polygon of the reader's own boundaries
 * @property {string} name
 * @property {string} [country] the country that contains it
 * @property {string} [region]
 * @property {number} count of photos
 * @property {number[]} [bbox] around its photos
 * @property {number} [cover] its newest photo
 * @property {string} [from]
 * @property {string} [to]
 */

/** @typedef {import("../filters/filters.js").Filters} Filters */

/** @param {import("./transport.js").Transport} transport */
export function createPlaces({ json }) {
  return {
    /** @param {string} id @returns {Promise<Area>} */
    area: (id) => json(`places/${encodeURIComponent(id)}`, {}),

    /**
     * Areas by name, those with photos first.
     *
     * @param {string} name @param {number} limit @param {AbortSignal} [signal] @returns {Promise<Area[]>}
     */
    areasNamed: async (name, limit, signal) => (await json("places", { q: name, limit }, signal)).places,

    /**
     * The parts of an area, with counts of the photos that pass the filters. An empty id means the countries.
     *
     * @param {string} parent @param {Filters} filters @param {AbortSignal} [signal]
     * @returns {Promise<{places: Area[], elsewhere: number}>}
     */
    areasIn(parent, filters, signal) {
      // `q` searches names of places here.
      const { q, ...others } = filterParameters(filters);
      return json("places", { ...(parent && { parent }), ...others, ...(q && { text: q }) }, signal);
    },

    /**
     * The names at a position.
     *
     * @param {{lat: number, lon: number}} spot @param {AbortSignal} [signal] @returns {Promise<import("./photos.js").PhotoProperties>}
     */
    positionNames: ({ lat, lon }, signal) => json("locate", { lat, lon }, signal),
  };
}
