/**
 * Updates the data of the map's layers when the state changes.
 * @module
 */

import { FANS, PHOTOS, facing, heatIntensity, photoTiles } from "./photo-layers.js";

/** @type {import("../api/photos.js").Pin[]} */
const NONE = [];

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../map/map-view.js").MapCanvas} options.mapView
 * @param {HTMLElement} options.container
 */
export function createLayers({ store, mapView, container }) {
  let wasGlobe = store.state.look.globe;
  store.watch((state) => state.look.globe, (isGlobe) => {
    container.classList.toggle("is-globe", isGlobe);
    if (isGlobe && !wasGlobe) mapView.fillWithGlobe();
    wasGlobe = isGlobe;
  });

  store.watch((state) => (state.look.fans ? state.pins : NONE), (features) => mapView.setData(FANS, facing(features)));
  store.watch((state) => (state.look.layer === "heat" ? state.pins : NONE),
    (features) => features.length && mapView.setPaint("heat", "heatmap-intensity", heatIntensity(features)));
  store.watch((state) => state.filters, (filters) => mapView.setTiles(PHOTOS, [photoTiles(document.baseURI, filters)]));
}
