/**
 * Counts: how many photos there are, when they were taken, and what they can be told apart by.
 * @module
 */

import { filterParameters } from "../filters/filters.js";
import { formatSpan } from "../core/span.js";
import { createQueue } from "../core/queue.js";
import { ApiError, COLLECTION } from "./transport.js";
import { TEXTS } from "../core/texts.js";

/** @typedef {import("../filters/filters.js").Filters} Filters */

/** The status of a request that the page gave up, as of a gateway that does. */
export const GIVEN_UP = 504;

/** Counts by time walk over all photos of a view, which takes long where there are many. */
const SLOW_AT_ONCE = 2;
const GIVE_UP_MS = 25_000;
const TOO_SLOW = TEXTS.countingTooSlow;

/** @param {import("./transport.js").Transport} transport */
export function createCounts({ json }) {
  const slow = createQueue(SLOW_AT_ONCE);

  /**
   * Counts by the cameras' clocks. Their times come without an offset; the page counts them as UTC.
   *
   * @param {Record<string, any>} parameters @param {AbortSignal} [signal]
   */
  async function timeline(parameters, signal) {
    const asked = { clock: "local", ...parameters };
    const { buckets, ...rest } = await slow.run(() => inTime((within) => json(`${COLLECTION}/timeline`, asked, within), signal), signal);
    const asUTC = (piece) => (piece.from ? { ...piece, from: `${piece.from}Z`, to: `${piece.to}Z` } : piece);
    return { ...asUTC(rest), buckets: buckets.map(asUTC) };
  }

  return {
    /** @param {AbortSignal} [signal] */
    collection: (signal) => json(COLLECTION, { f: "json" }, signal),

    /** How many photos are on the map. @param {AbortSignal} [signal] */
    async total(signal) {
      return (await json(`${COLLECTION}/items`, { limit: 1 }, signal)).numberMatched ?? 0;
    },

    /** How many photos a box holds. @param {number[]} bbox @param {Filters} filters @param {AbortSignal} [signal] */
    async count(bbox, filters, signal) {
      const parameters = { bbox: bbox.join(","), limit: 1, properties: "", ...filterParameters(filters) };
      return (await json(`${COLLECTION}/items`, parameters, signal)).numberMatched ?? 0;
    },

    /**
     * How many photos were taken on which days.
     *
     * @param {number[]} bbox
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<{buckets: {from: string, to: string, count: number}[], undated: number}>}
     */
    days: (bbox, filters, signal) =>
      timeline({ per: "day", bbox: bbox.join(","), ...filterParameters(filters) }, signal),

    /**
     * How many photos were taken when.
     *
     * @param {{bbox: number[], span: import("../core/span.js").Span | null, buckets: number}} request
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<{from?: string, to?: string, buckets: {from: string, to: string, count: number}[], undated: number}>}
     */
    timeline: ({ bbox, span, buckets }, filters, signal) => {
      const time = span ? formatSpan(span) : filters.time;
      return timeline({ bbox: bbox.join(","), buckets, ...filterParameters({ ...filters, time }) }, signal);
    },

    /**
     * What the photos that pass filters can be told apart by, with counts.
     *
     * @param {Filters} filters
     * @param {number[] | null} bbox counts only what lies in it
     * @param {AbortSignal} [signal]
     * @returns {Promise<import("../filters/facets.js").FacetsAnswer>}
     */
    facets: (filters, bbox, signal) =>
      json(`${COLLECTION}/facets`, { ...(bbox && { bbox: bbox.join(",") }), ...filterParameters(filters) }, signal),

    /** Whether a photo was read from a folder: what was imported without one stands below a name that is no path. */
    async hasFolders() {
      return ((await json(`${COLLECTION}/items`, { limit: 1, properties: "", filter: "root LIKE '/%'" })).numberMatched ?? 0) > 0;
    },
  };
}

/**
 * Gives a request up after a while, which frees its connection.
 *
 * @template Answer
 * @param {(signal: AbortSignal) => Promise<Answer>} ask
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
async function inTime(ask, signal) {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), GIVE_UP_MS);
  try {
    return await ask(signal ? AbortSignal.any([signal, clock.signal]) : clock.signal);
  } catch (error) {
    throw clock.signal.aborted && !signal?.aborted ? new ApiError(TOO_SLOW, GIVEN_UP) : error;
  } finally {
    clearTimeout(timer);
  }
}
