/** @module */

import { set } from "../core/store.js";
import { byId } from "../ui/dom.js";
import { createChooser } from "./chooser.js";
import { createLayers } from "./layers.js";
import { LOOK, LOOK_ADDRESS, sameLook } from "./look.js";
import { PHOTO_PART } from "./photo-layers.js";

/**
 * @typedef {object} LayersService
 * @property {ReturnType<typeof createChooser>} chooser
 */

/**
 * How the map shows photos.
 *
 * @type {import("../features.js").Feature<"layers">}
 */
export const feature = {
  name: "layers",
  state: [LOOK],
  address: [LOOK_ADDRESS],
  mapParts: [PHOTO_PART],

  /** @returns {import("../features.js").Service<"layers">} */
  start(page) {
    const { store, api, navigation } = page;
    const layers = createLayers({ store, api, mapView: page.mapView, container: byId("map") });
    return {
      refresh: layers.refresh,
      chooser: createChooser({ store, maps: page.street.list, tracks: page.tracks.choice, earlier: page.earlier.choice, offline: page.offline.choice, theme: page.begun.theme, onLook: (changes) => navigation.change({ look: { ...navigation.route.look, ...changes } }) }),

      follow(route) {
        const look = sameLook(store.state.look, route.look);
        if (look !== store.state.look) store.change(set({ look }));
      },
    };
  },
};
