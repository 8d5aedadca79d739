/**
 * Counts of photos: in total, by time, and by the values of the filters (facets).
 * @module
 */

import { NO_FILTERS, filterParameters } from "../filters/filters.js";
import { formatSpan } from "../core/span.js";
import { createQueue } from "../core/queue.js";
import { ApiError, COLLECTION } from "./transport.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {import("../filters/filters.js").Filters} Filters
 * @typedef {{from: string, to: string, count: number}} CountedSpan
 * @typedef {{from?: string, to?: string, buckets: CountedSpan[], undated: number}} Timeline
 * @typedef {{extent?: {spatial?: {bbox: number[][]}, temporal?: {interval: string[][]}}}} Collection
 */

/** The status of a request that the page aborted after a timeout: 504, as a gateway answers. */
export const GIVEN_UP = 504;

/** How many counts by time run at once. The server reads all photos of the view for them, which can be slow. */
const SLOW_AT_ONCE = 2;
const GIVE_UP_MS = 25_000;
const TOO_SLOW = TEXTS.countingTooSlow;

/** @param {import("./transport.js").Transport} transport */
export function createCounts({ json }) {
  const slow = createQueue(SLOW_AT_ONCE);

  /**
   * Counts by the cameras' clocks. The server sends these times without an offset; the page reads them as UTC.
   *
   * @param {Record<string, string | number>} parameters @param {AbortSignal} [signal] @returns {Promise<Timeline>}
   */
  async function timeline(parameters, signal) {
    const asked = { clock: "local", ...parameters };
    const { buckets, ...rest } = await slow.run(() => inTime((within) => json(`${COLLECTION}/timeline`, asked, within), signal), signal);
    const asUTC = (piece) => (piece.from ? { ...piece, from: `${piece.from}Z`, to: `${piece.to}Z` } : piece);
    return { ...asUTC(rest), buckets: buckets.map(asUTC) };
  }

  return {
    /** @param {AbortSignal} [signal] @returns {Promise<Collection>} */
    collection: (signal) => json(COLLECTION, { f: "json" }, signal),

    /**
     * How many photos are on the map.
     *
     * @param {AbortSignal} [signal]
     */
    async total(signal) {
      return (await json(`${COLLECTION}/items`, { limit: 1 }, signal)).numberMatched ?? 0;
    },

    /**
     * The number of photos in a box.
     *
     * @param {number[]} bbox @param {Filters} filters @param {AbortSignal} [signal]
     */
    async count(bbox, filters, signal) {
      const parameters = { bbox: bbox.join(","), limit: 1, properties: "", ...filterParameters(filters) };
      return (await json(`${COLLECTION}/items`, parameters, signal)).numberMatched ?? 0;
    },

    /**
     * The number of photos on each day.
     *
     * @param {number[]} bbox
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<Timeline>}
     */
    days: (bbox, filters, signal) =>
      timeline({ per: "day", bbox: bbox.join(","), ...filterParameters(filters) }, signal),

    /** The number of photos on each day that is this day of a year. @param {string} day such as `12-24` @param {AbortSignal} [signal] */
    dayOfYears: (day, signal) => timeline({ per: "day", ...filterParameters({ ...NO_FILTERS, date: day }) }, signal),

    /**
     * The number of photos in each of `buckets` periods of the span.
     *
     * @param {{bbox: readonly number[], span: import("../core/span.js").Span | null, buckets: number}} request
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<Timeline>}
     */
    timeline: ({ bbox, span, buckets }, filters, signal) => {
      const time = span ? formatSpan(span) : filters.time;
      return timeline({ bbox: bbox.join(","), buckets, ...filterParameters({ ...filters, time }) }, signal);
    },

    /**
     * The facets of the photos that pass the filters: values to filter by, with counts.
     *
     * @param {Filters} filters
     * @param {number[] | null} bbox counts only what lies in it
     * @param {AbortSignal} [signal]
     * @returns {Promise<import("../filters/kinds.js").FacetsAnswer>}
     */
    facets: (filters, bbox, signal) =>
      json(`${COLLECTION}/facets`, { ...(bbox && { bbox: bbox.join(",") }), ...filterParameters(filters) }, signal),

    /** Whether any photo was read from a folder. The root of an import without a folder is a name, not a path. */
    async hasFolders() {
      return ((await json(`${COLLECTION}/items`, { limit: 1, properties: "", filter: "root LIKE '/%'" })).numberMatched ?? 0) > 0;
    },
  };
}

/**
 * Aborts a request after `GIVE_UP_MS`, which frees its connection.
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
    return await ask(signal ? /** @type {any} */ (AbortSignal).any([signal, clock.signal]) : clock.signal);
  } catch (error) {
    throw clock.signal.aborted && !signal?.aborted ? new ApiError(TOO_SLOW, GIVEN_UP) : error;
  } finally {
    clearTimeout(timer);
  }
}
