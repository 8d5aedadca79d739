/**
 * Updates the data of the map's layers when the state changes.
 * @module
 */

import { boxOfDay } from "./day.js";
import { DAY, dayFeatures } from "./day-layers.js";
import { FANS, PHOTOS, facing, heatIntensity, photoTiles } from "./photo-layers.js";

const DAY_MAX_ZOOM = 14;
/** @type {import("../api/photos.js").Pin[]} */
const NONE = [];

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../map/map-view.js").MapCanvas} options.mapView
 * @param {HTMLElement} options.container
 */
export function createLayers({ store, mapView, container }) {
  store.watch((state) => state.day !== null, (isShown) => container.classList.toggle("has-day", isShown));
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

  store.watch((state) => state.day?.photos ?? NONE, (photos) => mapView.setData(DAY, dayFeatures(photos)));
  store.watch((state) => (state.day?.status === "ready" && state.day.fits ? state.day : null), (day) => {
    const box = day && boxOfDay(day.photos);
    if (box) mapView.fit(box, { maxZoom: DAY_MAX_ZOOM });
  });
}
