/** @module */

import { showAttribution } from "../controls/chrome.js";
import { valuesOf } from "../filters/filters.js";
import { trackLook } from "../tracks/track-layers.js";
import { fontsOf } from "./basemap-style.js";
import { groundStyle, mapStyle } from "./map-style.js";

/**
 * The installed base map, and the styles made from it.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 */
export function createBaseMap({ store, api }) {
  const base = document.baseURI;
  /** @type {import("./basemap-style.js").BasemapDescription | null} */
  let basemap = null;
  /** Adds the maps from files to the style. @type {((options: any) => any) | null} */
  let street = null;

  /** @param {Promise<import("./basemap-style.js").BasemapDescription | null>} description @returns {Promise<boolean>} whether a base map is installed */
  async function take(description) {
    basemap = await description;
    showAttribution(basemap);
    return basemap !== null;
  }

  return {
    take,

    /** Loads the description of the base map. @returns {Promise<boolean>} whether one is installed */
    load: () => take(api.basemap()),

    isThere: () => basemap !== null,

    /** @param {((options: any) => any) | null} next */
    useStreet(next) {
      street = next;
    },

    /** The complete style of the map. @returns {any} */
    style() {
      const { theme, look, filters, day, visited } = store.state;
      return mapStyle({
        theme, look, filters, hasDay: day !== null, trackLook: trackLook(store.state), base, basemap,
        street: street?.({ theme, fonts: fontsOf(basemap) }),
        countries: look.visited ? { counts: visited.counts, chosen: valuesOf(filters.country) } : null,
      });
    },

    /** The style without photos and terrain, for small maps. @param {any} [changes] of the theme or of the chosen map @returns {any} */
    groundStyle(changes = {}) {
      const options = { theme: store.state.theme, ...changes };
      return groundStyle({ ...options, base, basemap, street: street?.({ ...options, fonts: fontsOf(basemap) }) });
    },

    /** The places that can be found by name; null if there are none. */
    places: async () => (basemap?.places ? api.places(basemap.places) : null),
  };
}
