/**
 * A cross in the middle of the map, for readers without a mouse.
 * @module
 */

import { nearestCopy } from "../core/viewport.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** If the map has moved less than this many pixels, a place is still in its middle. */
const STEADY_PX = 2;

/** @param {import("../map/map-view.js").MapCanvas} mapView */
export function createCross(mapView) {
  const element = h("div", { class: "placing-cross", "aria-hidden": "true", hidden: true }, icon("plus"));

  function middle() {
    const { lon, lat } = mapView.middle();
    return mapView.project(lon, lat);
  }

  return {
    element,

    /** @param {boolean} isShown */
    show(isShown) {
      element.hidden = !isShown;
      if (!isShown) return;
      const { x, y } = middle();
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    },

    /** @param {import("../map/map-address.js").Spot} spot @returns {boolean} whether the cross is there */
    isAt({ lat, lon }) {
      const [one, other] = [mapView.project(nearestCopy(lon, mapView.middle().lon), lat), middle()];
      return Math.hypot(one.x - other.x, one.y - other.y) < STEADY_PX;
    },
  };
}
