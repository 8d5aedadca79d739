/**
 * The server's routes as functions. Every address is built from the page's own, so that a path
 * prefix in front of it makes no difference.
 * @module
 */

/** @typedef {{type: "FeatureCollection", features: any[], numberMatched?: number, links?: any[]}} FeatureCollection */

const COLLECTION = "collections/photos";
const THUMBNAIL_WIDTHS = [160, 320, 640, 1280];

/** Media types that a browser opens by itself; of the others (HEIC, raws, TIFF…) it gets a JPEG. */
const SHOWN_BY_BROWSERS = /^(image\/(jpeg|png|webp|gif|avif|bmp)|video\/.*)$/;

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
  const json = (path, parameters, signal) => getJSON(address(path, parameters), signal);

  return {
    /** What the base map is made of; null when none is installed. */
    basemap: () => json("basemap/basemap.json", {}).catch(() => null),

    /** @param {AbortSignal} [signal] */
    collection: (signal) => json(COLLECTION, { f: "json" }, signal),

    /** How many photos are on the map. @param {AbortSignal} [signal] */
    async total(signal) {
      return (await json(`${COLLECTION}/items`, { limit: 1 }, signal)).numberMatched ?? 0;
    },

    /**
     * @param {{bbox: number[], zoom: number}} request
     * @param {AbortSignal} [signal]
     * @returns {Promise<FeatureCollection>}
     */
    clusters: ({ bbox, zoom }, signal) => json(`${COLLECTION}/clusters`, { bbox: bbox.join(","), zoom }, signal),

    /**
     * @param {string} cluster
     * @param {number} limit
     * @param {AbortSignal} [signal]
     * @returns {Promise<FeatureCollection>}
     */
    clusterItems: (cluster, limit, signal) =>
      json(`${COLLECTION}/clusters/${encodeURIComponent(cluster)}/items`, { limit }, signal),

    /**
     * @param {number} limit
     * @param {AbortSignal} [signal]
     * @returns {Promise<FeatureCollection>}
     */
    items: (limit, signal) => json(`${COLLECTION}/items`, { limit }, signal),

    /**
     * The page after an answer; null after the last.
     *
     * @param {FeatureCollection} answer
     * @returns {((signal?: AbortSignal) => Promise<FeatureCollection>) | null}
     */
    after(answer) {
      const link = answer.links?.find((one) => one.rel === "next");
      if (!link) return null;
      // The link names the host and prefix the server knows of; ours are those the page came from.
      const next = new URL(link.href, base);
      const path = next.pathname.slice(next.pathname.lastIndexOf(`/${COLLECTION}/`) + 1);
      return (signal) => json(path, Object.fromEntries(next.searchParams), signal);
    },

    /**
     * @param {{lat: number, lon: number}} spot
     * @param {number} k
     * @param {AbortSignal} [signal]
     * @returns {Promise<FeatureCollection>}
     */
    nearest: ({ lat, lon }, k, signal) =>
      json(`${COLLECTION}/nearest`, { lon: round7(lon), lat: round7(lat), k }, signal),

    /** @param {number} id @param {AbortSignal} [signal] */
    photo: (id, signal) => json(`${COLLECTION}/items/${id}`, {}, signal),

    /**
     * The smallest thumbnail that fills a space.
     *
     * @param {number} id
     * @param {number} pixels the longer side, in CSS pixels
     * @returns {string}
     */
    thumbnailURL(id, pixels) {
      const wanted = pixels * Math.min(window.devicePixelRatio || 1, 2);
      const width = THUMBNAIL_WIDTHS.find((one) => one >= wanted) ?? THUMBNAIL_WIDTHS.at(-1);
      return address(`photos/${id}/thumbnail`, { width });
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

async function getJSON(url, signal) {
  const response = await fetch(url, { signal, headers: { Accept: "application/geo+json, application/json" } })
    .catch((error) => {
      if (error.name === "AbortError") throw error;
      throw new ApiError("The server does not answer. Check that “geoindex serve” is still running.");
    });
  if (!response.ok) throw new ApiError(await problemText(response), response.status);
  return response.json();
}

async function problemText(response) {
  const problem = await response.json().catch(() => null);
  return problem?.detail ?? problem?.title ?? `The server answered with status ${response.status}.`;
}

function round7(value) {
  return Number(value.toFixed(7));
}
