/**
 * Photos: as pins and clusters, in lists, by place, by day, by name.
 * @module
 */

import { filterParameters } from "../filters/filters.js";
import { COLLECTION } from "./transport.js";

/** @typedef {import("../filters/filters.js").Filters} Filters */
/** @typedef {{type: "FeatureCollection", features: any[], numberMatched?: number, links?: any[]}} FeatureCollection */

/** @param {import("./transport.js").Transport} transport */
export function createPhotos({ json, base }) {
  return {
    /**
     * @param {{bbox: number[], zoom: number}} request
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<FeatureCollection>}
     */
    clusters: ({ bbox, zoom }, filters, signal) =>
      json(`${COLLECTION}/clusters`, { bbox: bbox.join(","), zoom, ...filterParameters(filters) }, signal),

    /**
     * @param {string} cluster
     * @param {"newest" | "oldest"} order
     * @param {number} limit
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<FeatureCollection>}
     */
    clusterItems: (cluster, order, limit, filters, signal) =>
      json(`${COLLECTION}/clusters/${encodeURIComponent(cluster)}/items`,
        { limit, sortby: sortby(order), ...filterParameters(filters) }, signal),

    /**
     * @param {"newest" | "oldest"} order
     * @param {number} limit
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<FeatureCollection>}
     */
    items: (order, limit, filters, signal) => json(`${COLLECTION}/items`, { limit, sortby: sortby(order), ...filterParameters(filters) }, signal),

    /**
     * @param {{lat: number, lon: number}} spot
     * @param {number} k
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<FeatureCollection>}
     */
    nearest: ({ lat, lon }, k, filters, signal) =>
      json(`${COLLECTION}/nearest`, { lon: round7(lon), lat: round7(lat), k, ...filterParameters(filters) }, signal),

    /**
     * A day's photos in order of time, page by page.
     *
     * @param {Record<string, string>} parameters
     * @param {AbortSignal} [signal]
     * @returns {Promise<FeatureCollection>}
     */
    day: (parameters, signal) =>
      json(`${COLLECTION}/items`, { limit: 1000, properties: "filename,takenAt,takenAtLocal", ...parameters }, signal),

    /**
     * Returns a function that fetches the page after an answer; null after the last page.
     *
     * @param {FeatureCollection} answer
     * @param {number} [limit] the size of the next page, if it differs
     * @returns {((signal?: AbortSignal) => Promise<FeatureCollection>) | null}
     */
    after(answer, limit) {
      const link = answer.links?.find((one) => one.rel === "next");
      if (!link) return null;
      // The link has the host and path prefix that the server knows. A proxy may use others, so ours come from the page.
      const next = new URL(link.href, base);
      const path = next.pathname.slice(next.pathname.lastIndexOf(`/${COLLECTION}/`) + 1);
      if (limit) next.searchParams.set("limit", String(limit));
      return (signal) => json(path, Object.fromEntries(next.searchParams), signal);
    },

    /** The photos whose filename contains a text. @param {string} name @param {number} limit @param {AbortSignal} [signal] */
    async filesNamed(name, limit, signal) {
      const pattern = name.replace(/[\\%_]/g, "\\$&").replaceAll("'", "''");
      return (await json(`${COLLECTION}/items`, { limit, filter: `filename ILIKE '%${pattern}%'` }, signal)).features;
    },

    /** @param {number} id @param {AbortSignal} [signal] */
    photo: (id, signal) => json(`${COLLECTION}/items/${id}`, {}, signal),
  };
}

/** @param {import("../order/order-choice.js").Order} order @returns {string} the parameter of the API */
export function sortby(order) {
  return order === "oldest" ? "takenAt" : "-takenAt";
}

/** @param {number} value */
export function round7(value) {
  return Number(value.toFixed(7));
}
