/**
 * Photos: as pins and clusters, in lists, by place, by day, by name.
 * @module
 */

import { filterParameters } from "../filters/filters.js";
import { COLLECTION } from "./transport.js";

/**
 * @typedef {import("../filters/filters.js").Filters} Filters
 *
 * @typedef {object} PhotoProperties what the API says about a photo, with what is known
 * @property {string} [filename]
 * @property {string} [path]
 * @property {string} [root]
 * @property {string} [media] its MIME type
 * @property {number} [size] in bytes
 * @property {number} [width]
 * @property {number} [height]
 * @property {string} [takenAt]
 * @property {string} [takenAtLocal]
 * @property {"offset-tag" | "gps" | "place" | "local"} [timeSource]
 * @property {number} [altitude]
 * @property {number} [direction]
 * @property {number} [accuracy]
 * @property {number} [fieldOfView] in degrees
 * @property {number} [pitch] in degrees above the horizon
 * @property {number} [roll] in degrees clockwise
 * @property {number} [relativeAltitude] in metres above the point of take-off
 * @property {string} [locationSource]
 * @property {string} [countryCode]
 * @property {string} [country]
 * @property {string} [region]
 * @property {string} [regionCode]
 * @property {string} [place]
 * @property {number} [placeId]
 * @property {number} [placeDistance]
 * @property {string} [area]
 * @property {string} [timeZone]
 * @property {string} [flight] on which it was taken; only for owners
 * @property {string} [cameraMake]
 * @property {string} [cameraModel]
 * @property {string} [lens]
 * @property {string} [title]
 * @property {string} [caption] may have several lines
 * @property {string[]} [keywords]
 * @property {string[]} [keywordPaths] such as `Nature/Sea`
 * @property {string[]} [people]
 * @property {number} [rating] 0 to 5 stars; −1 if it was rejected
 * @property {string} [label]
 * @property {boolean} [favourite]
 * @property {string} [creator]
 * @property {string} [copyright]
 * @property {number} [distance] from the position of the request, in metres
 * @property {number} [bearing] from that position, in degrees; in `seeing` from the photo
 * @property {number} [offAxis] in `seeing`, degrees from the middle of the picture
 * @property {boolean} [hidden] in `seeing`, whether the ground hides the position
 * @property {string} [reason] why it is not on the map
 * @property {string} [detail] of the reason
 *
 * @typedef {object} ClusterProperties
 * @property {true} cluster
 * @property {string} cluster_id
 * @property {number} point_count
 * @property {number[]} bbox
 * @property {number} photo the one to show
 * @property {string} takenFrom
 * @property {string} takenTo
 *
 * @typedef {{type: "Point", coordinates: number[]}} Point
 * @typedef {{type: "Feature", id: number, geometry: Point | null, properties: PhotoProperties}} Photo without a geometry it is not on the map
 * @typedef {Photo & {properties: Partial<ClusterProperties>}} Pin a photo, or a cluster of photos
 *
 * @typedef {{href: string, rel: string}} Link
 * @typedef {{features: Photo[], numberMatched?: number, links?: Link[]}} Photos
 */

/** @param {import("./transport.js").Transport} transport */
export function createPhotos({ json, base }) {
  return {
    /**
     * @param {{bbox: readonly number[], zoom: number}} request
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<{features: Pin[]}>}
     */
    clusters: ({ bbox, zoom }, filters, signal) =>
      json(`${COLLECTION}/clusters`, { bbox: bbox.join(","), zoom, ...filterParameters(filters) }, signal),

    /**
     * The same without properties of photos, which is a smaller answer.
     *
     * @param {{bbox: readonly number[], zoom: number}} request
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<{features: Pin[]}>}
     */
    parts: ({ bbox, zoom }, filters, signal) =>
      json(`${COLLECTION}/clusters`, { properties: "", bbox: bbox.join(","), zoom, ...filterParameters(filters) }, signal),

    /**
     * @param {string} cluster
     * @param {"newest" | "oldest"} order
     * @param {number} limit
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<Photos>}
     */
    clusterItems: (cluster, order, limit, filters, signal) =>
      json(`${COLLECTION}/clusters/${encodeURIComponent(cluster)}/items`,
        { limit, sortby: sortby(order), ...filterParameters(filters) }, signal),

    /**
     * @param {"newest" | "oldest"} order
     * @param {number} limit
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<Photos>}
     */
    items: (order, limit, filters, signal) => json(`${COLLECTION}/items`, { limit, sortby: sortby(order), ...filterParameters(filters) }, signal),

    /**
     * @param {{lat: number, lon: number}} spot
     * @param {number} k
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<Photos>}
     */
    nearest: ({ lat, lon }, k, filters, signal) =>
      json(`${COLLECTION}/nearest`, { lon: round7(lon), lat: round7(lat), k, ...filterParameters(filters) }, signal),

    /**
     * The photos that show a spot, best first.
     *
     * @param {{lat: number, lon: number}} spot
     * @param {number} k
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<Photos>}
     */
    seeing: ({ lat, lon }, k, filters, signal) =>
      json(`${COLLECTION}/seeing`, { lon: round7(lon), lat: round7(lat), k, ...filterParameters(filters) }, signal),

    /**
     * The photos from the same spot that show the same on other days, in order of time.
     *
     * @param {number} id
     * @param {number} k
     * @param {AbortSignal} [signal]
     * @returns {Promise<Photos>}
     */
    again: (id, k, signal) => json(`photos/${id}/again`, { k }, signal),

    /**
     * A day's photos in order of time, page by page.
     *
     * @param {Record<string, string | number>} parameters
     * @param {AbortSignal} [signal]
     * @returns {Promise<Photos>}
     */
    day: (parameters, signal) =>
      json(`${COLLECTION}/items`, { limit: 1000, sortby: sortby("oldest"), ...parameters }, signal),

    /**
     * Returns a function that fetches the page after an answer; null after the last page.
     *
     * @param {Photos} answer
     * @param {number} [limit] the size of the next page, if it differs
     * @returns {((signal?: AbortSignal) => Promise<Photos>) | null}
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

    /**
     * The photos whose filename contains a text.
     *
     * @param {string} name @param {number} limit @param {AbortSignal} [signal] @returns {Promise<Photo[]>}
     */
    async filesNamed(name, limit, signal) {
      const pattern = name.replace(/[\\%_]/g, "\\$&").replaceAll("'", "''");
      return (await json(`${COLLECTION}/items`, { limit, filter: `filename ILIKE '%${pattern}%'` }, signal)).features;
    },

    /** @param {number} id @param {AbortSignal} [signal] @returns {Promise<Photo>} */
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
