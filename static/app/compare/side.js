/** @module */

import { nearestCopy } from "../core/viewport.js";
import { h } from "../ui/dom.js";

/** A pin nearer to the divider than this is partly visible. */
const HALF_PIN = 42;

/**
 * One side of the map: a ground for pins that ends at the divider. Both sides are of the same map, so that they always
 * show the same place, and no second map takes memory.
 *
 * @param {object} options
 * @param {import("../map/map-view.js").MapCanvas} options.mapView
 * @param {import("./divider.js").Divider} options.divider
 * @param {string} options.name of the class of its element
 * @param {() => boolean} options.isLeft
 * @returns {import("../map/pin-layer.js").Projection}
 */
export function createSide({ mapView, divider, name, isLeft }) {
  /** @param {number} x @param {number} reach */
  const isBeyond = (x, reach) => (isLeft() ? x - reach > divider.at() : x + reach < divider.at());

  return {
    layer: h("div", { class: `map-side ${name}` }),
    isBare: false,
    project: (lon, lat) => mapView.project(lon, lat),
    size: mapView.size,
    zoom: mapView.zoom,
    middle: () => mapView.middle(),
    focus: mapView.focus,
    isBeyond: (x) => isBeyond(x, HALF_PIN),

    /** The divider gives way to a pin on the wrong side of it. */
    reveal(spot) {
      const { x } = mapView.project(nearestCopy(spot.lon, mapView.middle().lon), spot.lat);
      if (isBeyond(x, -HALF_PIN)) divider.moveTo(isLeft() ? x + HALF_PIN : x - HALF_PIN);
      mapView.reveal(spot);
    },
  };
}
