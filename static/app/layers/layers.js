/**
 * Updates the data of the map's layers when the state changes.
 * @module
 */

import { createCells } from "./cells.js";
import { FANS, PHOTOS, facing, heatIntensity } from "./photo-layers.js";

/** @type {import("../api/photos.js").Pin[]} */
const NONE = [];

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {import("../map/map-view.js").MapCanvas} options.mapView
 * @param {HTMLElement} options.container
 */
export function createLayers({ store, api, mapView, container }) {
  let wasGlobe = store.state.look.globe;
  store.watch((state) => state.look.globe, (isGlobe) => {
    container.classList.toggle("is-globe", isGlobe);
    if (isGlobe && !wasGlobe) mapView.fillWithGlobe();
    wasGlobe = isGlobe;
  });

  store.watch((state) => (state.look.fans ? state.pins : NONE), (features) => mapView.setData(FANS, facing(features)));
  const cells = createCells({
    store, api,
    onCells(features, zoom) {
      mapView.setData(PHOTOS, { type: "FeatureCollection", features });
      mapView.setPaint("heat", "heatmap-intensity", heatIntensity(features, zoom));
    },
  });

  return { refresh: cells.refresh };
}
