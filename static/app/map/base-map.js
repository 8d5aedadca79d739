/** @module */

import { creditBasemap } from "./attribution.js";
import { fontsOf } from "./basemap-style.js";
import { layersOf, lookOf } from "./map-layers.js";
import { groundStyle, mapStyle } from "./map-style.js";

/**
 * The installed base map, and the styles made from it.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {import("./map-layers.js").MapPart[]} options.parts what features draw on it
 */
export function createBaseMap({ store, api, parts }) {
  const base = document.baseURI;
  const look = lookOf(parts);
  /** @type {import("./basemap-style.js").BasemapDescription | null} */
  let basemap = null;
  /**
   * Adds the maps from files to the style.
   *
   * @type {((options: any) => any) | null}
   */
  let street = null;

  /** @param {Promise<import("./basemap-style.js").BasemapDescription | null>} description @returns {Promise<boolean>} whether a base map is installed */
  async function take(description) {
    basemap = await description;
    creditBasemap(basemap);
    return basemap !== null;
  }

  /** The style without photos and terrain. */
  function bare(changes = {}) {
    const options = { theme: store.state.theme, ...changes };
    return groundStyle({ ...options, base, basemap, street: street?.({ ...options, fonts: fontsOf(basemap) }) });
  }

  /**
   * The complete style of the map.
   *
   * @returns {any}
   */
  function style() {
    const { theme, look: { globe } } = store.state;
    const drawn = street?.({ theme, fonts: fontsOf(basemap) });
    const ground = groundStyle({ theme, base, basemap, street: drawn });
    const font = (ground.glyphs && fontsOf(basemap)?.strong) || null;
    const layers = layersOf(parts, store.state, { theme, base, font, countries: basemap?.countries });
    return mapStyle({ ground, layers, globe, terrain: drawn?.terrain });
  }

  return {
    take,

    /**
     * Loads the description of the base map.
     *
     * @returns {Promise<boolean>} whether one is installed
     */
    load: () => take(api.basemap()),

    isThere: () => basemap !== null,

    /** Whether the built-in map is drawn, not the tiles of another server. */
    isBuiltIn: () => basemap !== null && !basemap.tiles,

    /** @param {((options: any) => any) | null} next */
    useStreet(next) {
      street = next;
    },

    style,

    /**
     * Draws the map again whenever the layers of a feature change.
     *
     * @param {import("./map-view.js").MapCanvas} mapView has the style of now
     */
    keepDrawn(mapView) {
      let drawn = look(store.state);
      store.watch(look, (next) => {
        if (next === drawn) return;
        drawn = next;
        mapView.setStyle(style());
      });
    },

    /**
     * The style without photos and terrain, for small maps.
     *
     * @param {any} [changes] of the theme or of the chosen map @returns {any}
     */
    groundStyle: bare,

    /** The places that can be found by name; null if there are none. */
    places: async () => (basemap?.places ? api.places(basemap.places) : null),
  };
}
