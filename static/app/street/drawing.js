/**
 * Draws maps from files of the server. Loaded when there is one.
 * @module
 */

import { NAMES_IN } from "../core/language.js";
import { createClusters } from "./clusters.js";
import { GLYPHS, loadGlyphs } from "./glyphs.js";
import { streetStyle, vectorMaps } from "./street-style.js";
import { createTiles } from "./tiles.js";

/**
 * @param {() => import("./tiles.js").StreetMap[]} maps
 * @param {() => void} onLost
 */
export function createDrawing(maps, onLost) {
  const { maplibregl } = /** @type {any} */ (globalThis);
  const clusters = createClusters();
  const tiles = createTiles({ maps: () => vectorMaps(maps()), onLost });
  maplibregl.addProtocol("street", async ({ url }) => ({ data: clusters.inTile(await tiles.load(url)) }));
  // Lazy: the plugin is loaded with the first label in Arabic or Hebrew.
  maplibregl.setRTLTextPlugin(new URL("app/street/right-to-left.js", document.baseURI).href, true).catch(() => {});
  maplibregl.addProtocol("glyphs", async ({ url }) => ({ data: await loadGlyphs(url, document.baseURI, clusters) }));
  const language = NAMES_IN.split("-")[0].toLowerCase();
  return { style: (options) => ({ ...streetStyle({ ...options, language }), glyphs: GLYPHS }) };
}
