/**
 * The server's routes as functions. Every address is built from the page's own, so that a path
 * prefix in front of it makes no difference.
 * @module
 */

import { filterParameters } from "./filters.js";
import { formatSpan } from "./time/span.js";
import { createQueue } from "./ui/queue.js";

/** @typedef {import("./filters.js").Filters} Filters */
/** @typedef {{type: "FeatureCollection", features: any[], numberMatched?: number, links?: any[]}} FeatureCollection */

const COLLECTION = "collections/photos";
const TILE_PROPERTIES = "filename,media,takenAt,takenAtLocal,timeSource";
const THUMBNAIL_WIDTHS = [160, 320, 640, 1280];

/** Media types that a browser opens by itself; of the others (HEIC, raws, TIFF…) it gets a JPEG. */
const SHOWN_BY_BROWSERS = /^(image\/(jpeg|png|webp|gif|avif|bmp)|video\/.*)$/;

/** The status of a request that the page gave up, as of a gateway that does. */
export const GIVEN_UP = 504;

const SILENCE = "The server isn’t responding. Check that “geoindex serve” is still running.";

/** Counts by time walk over all photos of a view, which takes long where there are many. */
const SLOW_AT_ONCE = 2;
const GIVE_UP_MS = 25_000;
const TOO_SLOW = "Counting these photos takes too long. Zoom in, or try again.";

/** Why an answer did not come, in words for people. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} [status] the HTTP status, or 0 when nothing answered
   */
  constructor(message, status = 0) {
    super(message);
    this.name = "ApiError";
    this.status = status;
  }
}

/**
 * @param {string} [base] the page's address
 */
export function createApi(base = document.baseURI) {
  const address = (path, parameters = {}) => {
    const url = new URL(path, base);
    url.hash = "";
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
    return url.href;
  };
  /** @type {string | null} */
  let version = null;
  async function json(path, parameters, signal) {
    const response = await ask(address(path, parameters), { signal });
    // The oldest counts: what is newer is not behind if that is not.
    if (path.startsWith(COLLECTION)) version ??= versionOf(response);
    return response.json();
  }

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
    /** The version of the index that the first answer since `forgetVersion` came from, or null. */
    version: () => version,

    forgetVersion() {
      version = null;
    },

    /** @returns {string} */
    eventsURL: () => address("events"),

    /** Has the server look for new photos. @returns {Promise<{id: number, state: string, files: number, located: number}>} */
    startScan: async () => (await ask(address("scans"), { method: "POST" })).json(),

    /** Whether a photo was read from a folder: what was imported without one stands below a name that is no path. */
    async hasFolders() {
      return ((await json(`${COLLECTION}/items`, { limit: 1, properties: "", filter: "root LIKE '/%'" })).numberMatched ?? 0) > 0;
    },

    /** What the base map is made of; null when none is installed. */
    basemap: () => json("basemap/basemap.json", {}).catch(() => null),

    /** The places that can be found by name. @param {string} name of the file beside the base map @param {AbortSignal} [signal] */
    places: (name, signal) => json(`basemap/${name}`, {}, signal),

    /** @param {AbortSignal} [signal] */
    collection: (signal) => json(COLLECTION, { f: "json" }, signal),

    /** How many photos are on the map. @param {AbortSignal} [signal] */
    async total(signal) {
      return (await json(`${COLLECTION}/items`, { limit: 1 }, signal)).numberMatched ?? 0;
    },

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
     * A page of the grid, with what a tile needs.
     *
     * @param {number[]} bbox
     * @param {Filters} filters
     * @param {"newest" | "oldest"} order
     * @param {Record<string, string | number>} ask the page's own parameters
     * @param {AbortSignal} [signal]
     * @returns {Promise<FeatureCollection>}
     */
    gridPage(bbox, filters, order, ask, signal) {
      const own = filterParameters(filters);
      const both = own.filter && ask.filter ? { filter: `(${own.filter}) AND ${ask.filter}` } : {};
      return json(`${COLLECTION}/items`,
        { bbox: bbox.join(","), sortby: sortby(order), properties: TILE_PROPERTIES, ...own, ...ask, ...both }, signal);
    },

    /**
     * The photos of a box that are nearest to a place.
     *
     * @param {number[]} bbox
     * @param {{lat: number, lon: number}} spot
     * @param {number} k
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<FeatureCollection>}
     */
    ranked: (bbox, { lat, lon }, k, filters, signal) => json(`${COLLECTION}/nearest`,
      { lon: round7(lon), lat: round7(lat), k, bbox: bbox.join(","), properties: `${TILE_PROPERTIES},distance`, ...filterParameters(filters) }, signal),

    /**
     * A day's photos in the order of time, page by page.
     *
     * @param {Record<string, string>} parameters
     * @param {AbortSignal} [signal]
     * @returns {Promise<FeatureCollection>}
     */
    day: (parameters, signal) =>
      json(`${COLLECTION}/items`, { limit: 1000, properties: "filename,takenAt,takenAtLocal", ...parameters }, signal),

    /**
     * The page after an answer; null after the last.
     *
     * @param {FeatureCollection} answer
     * @param {number} [limit] how many photos it may have, where that is to be another number
     * @returns {((signal?: AbortSignal) => Promise<FeatureCollection>) | null}
     */
    after(answer, limit) {
      const link = answer.links?.find((one) => one.rel === "next");
      if (!link) return null;
      // The link names the host and prefix the server knows of; ours are those the page came from.
      const next = new URL(link.href, base);
      const path = next.pathname.slice(next.pathname.lastIndexOf(`/${COLLECTION}/`) + 1);
      if (limit) next.searchParams.set("limit", String(limit));
      return (signal) => json(path, Object.fromEntries(next.searchParams), signal);
    },

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
     * How many photos were taken when.
     *
     * @param {{bbox: number[], span: import("./time/span.js").Span | null, buckets: number}} request
     * @param {Filters} filters
     * @param {AbortSignal} [signal]
     * @returns {Promise<{from?: string, to?: string, buckets: {from: string, to: string, count: number}[], undated: number}>}
     */
    timeline: ({ bbox, span, buckets }, filters, signal) => {
      const time = span ? formatSpan(span) : filters.time;
      return timeline({ bbox: bbox.join(","), buckets, ...filterParameters({ ...filters, time }) }, signal);
    },

    /** The photos whose file has such a name. @param {string} name @param {number} limit @param {AbortSignal} [signal] */
    async filesNamed(name, limit, signal) {
      const pattern = name.replace(/[\\%_]/g, "\\$&").replaceAll("'", "''");
      return (await json(`${COLLECTION}/items`, { limit, filter: `filename ILIKE '%${pattern}%'` }, signal)).features;
    },

    /** How many photos a box holds. @param {number[]} bbox @param {Filters} filters @param {AbortSignal} [signal] */
    async count(bbox, filters, signal) {
      const parameters = { bbox: bbox.join(","), limit: 1, properties: "", ...filterParameters(filters) };
      return (await json(`${COLLECTION}/items`, parameters, signal)).numberMatched ?? 0;
    },

    /**
     * What the photos that pass filters can be told apart by, with counts.
     *
     * @param {Filters} filters
     * @param {number[] | null} bbox counts only what lies in it
     * @param {AbortSignal} [signal]
     * @returns {Promise<import("./filters-panel/facets.js").FacetsAnswer>}
     */
    facets: (filters, bbox, signal) =>
      json(`${COLLECTION}/facets`, { ...(bbox && { bbox: bbox.join(",") }), ...filterParameters(filters) }, signal),

    /** @param {number} id @param {AbortSignal} [signal] */
    photo: (id, signal) => json(`${COLLECTION}/items/${id}`, {}, signal),

    /**
     * The files that are not on the map, and how many there are by reason.
     *
     * @param {{reason: string, limit: number, cursor?: string | null}} request `all` for every reason
     * @param {AbortSignal} [signal]
     * @returns {Promise<{unlocated: Record<string, number>, files: any[], numberMatched: number, links?: any[]}>}
     */
    report: ({ reason, limit, cursor }, signal) =>
      json("report", { limit, ...(reason !== "all" && { reason }), ...(cursor && { cursor }) }, signal),

    /**
     * Why an address gives nothing, in the server's words; empty when it does give something.
     *
     * @param {string} url @param {AbortSignal} [signal] @returns {Promise<string>}
     */
    problemOf(url, signal) {
      // One byte is enough to know.
      return fetch(url, { signal, headers: { Range: "bytes=0-0" } })
        .then((response) => (response.ok ? "" : problemText(response)), () => (signal?.aborted ? "" : SILENCE));
    },

    /**
     * The smallest thumbnail that fills a space. A photo without a picture gives an empty answer, which browsers
     * do not report on the console.
     *
     * @param {number} id
     * @param {number} pixels the longer side, in CSS pixels
     * @returns {string}
     */
    thumbnailURL(id, pixels) {
      const wanted = pixels * Math.min(window.devicePixelRatio || 1, 2);
      const width = THUMBNAIL_WIDTHS.find((one) => one >= wanted) ?? THUMBNAIL_WIDTHS.at(-1);
      return address(`photos/${id}/thumbnail`, { width, missing: "empty" });
    },

    /** @param {number} id @returns {string} */
    originalURL: (id) => address(`photos/${id}/original`),

    /**
     * The original as every browser can show it: a JPEG made of it where it is of another kind.
     *
     * @param {number} id @param {string} [media] @returns {string}
     */
    viewableURL: (id, media) =>
      address(`photos/${id}/original`, !media || SHOWN_BY_BROWSERS.test(media) ? undefined : { as: "jpeg" }),
  };
}

/** @typedef {ReturnType<typeof createApi>} Api */

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

/** @param {RequestInit} options */
async function ask(url, options) {
  const response = await fetch(url, { ...options, headers: { Accept: "application/geo+json, application/json" } })
    .catch((error) => {
      if (error.name === "AbortError") throw error;
      throw new ApiError(SILENCE);
    });
  if (!response.ok) throw new ApiError(await problemText(response), response.status);
  return response;
}

/**
 * The version of the index that an answer came from: an ETag begins with the id of the index's events, two
 * numbers to the base of 36.
 *
 * @param {{headers: Headers}} response
 * @returns {string | null}
 */
export function versionOf(response) {
  return response.headers.get("ETag")?.match(/^(?:W\/)?"([0-9a-z]+-[0-9a-z]+)-/)?.[1] ?? null;
}

async function problemText(response) {
  const problem = await response.json().catch(() => null);
  return problem?.detail ?? problem?.title ?? `The server answered with status ${response.status}.`;
}

function sortby(order) {
  return order === "oldest" ? "takenAt" : "-takenAt";
}

function round7(value) {
  return Number(value.toFixed(7));
}
