/**
 * Requests about what the owner lists by name: links for guests, zones whose photos guests do not see, saved views.
 * @module
 */

import { COLLECTION } from "./transport.js";

/**
 * @typedef {object} Terms of a link
 * @property {string} [trip] in an order a day of the trip that is shown as a page of its own; in a link its first and last day
 * @property {string} [bbox]
 * @property {string} [datetime] in UTC
 * @property {string} [path] a pattern
 * @property {string} [filter] a condition in CQL2
 * @property {string} [precision] in metres
 * @property {"yes"} [paths] whether guests see names of folders
 * @property {"yes"} [no-names] whether guests see no names of files
 * @property {"yes"} [no-times] whether the page of a trip shows dates without times
 * @property {"yes"} [diary] whether the page of a trip shows what the diary says about it
 * @property {"yes"} [no-words] whether guests see nothing of what is written about the photos
 *
 * @typedef {Terms & {id: string, expires: string, by?: string, url: string, photos: number}} Share a link
 *
 * @typedef {object} Zone has either a circle or a box
 * @property {string} name
 * @property {string} [circle] latitude, longitude and radius in metres
 * @property {string} [bbox]
 * @property {number | string} [coarse] the width of the cells to which positions are rounded; without, photos are hidden
 *
 * @typedef {object} SavedView
 * @property {string} name
 * @property {Record<string, string>} filters parameters of requests
 * @property {string} [address] the same filters as in the address of this page, if it has saved them
 *
 * @typedef {{circle: string, days: number}} Proposal a circle around the place with photos of most days
 */

/** @param {import("./transport.js").Transport} transport */
export function createSharing({ json, post, put, remove, address }) {
  return {
    /** @param {AbortSignal} [signal] @returns {Promise<{asksForPassword: boolean, shares: Share[]}>} */
    shares: (signal) => json("shares", {}, signal),

    /** @param {Terms & {expires: string}} order @returns {Promise<Share>} */
    share: (order) => post("shares", order),

    /** @param {string} id */
    revokeShare: (id) => remove(`shares/${encodeURIComponent(id)}`),

    /**
     * The number of photos that a link with these terms shows.
     *
     * @param {Pick<Terms, "trip" | "bbox" | "datetime" | "path" | "filter">} terms @param {AbortSignal} [signal] @returns {Promise<number>}
     */
    async countShared({ trip, bbox, datetime, path, filter }, signal) {
      const terms = { ...(trip && { trip }), ...(bbox && { bbox }), ...(datetime && { datetime }), ...(path && { path }), ...(filter && { filter }) };
      return (await json(`${COLLECTION}/items`, { limit: 1, properties: "", ...terms }, signal)).numberMatched ?? 0;
    },

    /** @param {AbortSignal} [signal] @returns {Promise<{zones: Zone[], proposal?: Proposal}>} */
    zones: (signal) => json("zones", {}, signal),

    /** @param {Zone} zone @returns {Promise<Zone>} */
    addZone: (zone) => post("zones", zone),

    /** @param {string} name */
    removeZone: (name) => remove(`zones/${encodeURIComponent(name)}`),

    /** @param {AbortSignal} [signal] @returns {Promise<{views: SavedView[]}>} */
    savedViews: (signal) => json("views", {}, signal),

    /** @param {SavedView} view @param {boolean} isNew whether a view of that name is an error with status 412 @returns {Promise<SavedView>} */
    saveView: ({ name, filters, address: written }, isNew) => put(`views/${encodeURIComponent(name)}`, { filters, address: written }, isNew ? { "If-None-Match": "*" } : {}),

    /** @param {string} name */
    removeView: (name) => remove(`views/${encodeURIComponent(name)}`),

    /** @param {string} text @returns {string} the address of its QR code */
    codeURL: (text) => address("qr", { text }),
  };
}
