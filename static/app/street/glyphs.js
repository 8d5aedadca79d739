/**
 * The glyphs of the map: those of the server's fonts, and for other scripts those of the reader's system. MapLibre
 * draws Chinese, Japanese and Korean itself.
 * @module
 */

import { drawRange } from "./drawn-glyphs.js";

/** The ranges of the base map's fonts, which `data-tools/basemap` makes. */
const RANGES = new Set(["0-255", "256-511", "512-767", "768-1023", "1024-1279", "7680-7935", "7936-8191", "8192-8447"]);

export const GLYPHS = "glyphs://{fontstack}/{range}";

/**
 * @param {string} address
 * @param {string} base the page's address
 * @param {ReturnType<typeof import("./clusters.js").createClusters>} clusters
 * @returns {Promise<ArrayBuffer>}
 */
export async function loadGlyphs(address, base, clusters) {
  const [, font, range] = /** @type {string[]} */ (address.match(/^glyphs:\/\/(.+)\/([^/]+)$/) ?? []);
  if (!RANGES.has(range)) {
    const start = Number(range.split("-")[0]);
    clusters.close(start);
    return drawRange(decodeURIComponent(font), start, clusters.clusterOf);
  }
  const response = await fetch(new URL(`basemap/fonts/${font}/${range}.pbf`, base));
  return response.ok ? response.arrayBuffer() : new ArrayBuffer(0);
}
