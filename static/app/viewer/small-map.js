/** @module */

import { mapLatitude } from "../map/mercator.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

const ZOOM = 6;

/**
 * A small map that stands still, with a sign in its middle. It is made when it is first shown and
 * taken away with `end`, since a browser draws only so many maps at a time.
 *
 * @param {() => any} style
 */
export function createSmallMap(style) {
  const canvas = h("div", { class: "small-map-canvas", inert: true });
  const element = h("div", { class: "small-map", role: "img" }, canvas, icon("place", "icon small-map-sign"));
  let map = null;

  /** @param {{lat: number, lon: number}} spot @param {string} label */
  function show({ lat, lon }, label) {
    element.hidden = false;
    element.setAttribute("aria-label", `Map: ${label}`);
    const center = [lon, mapLatitude(lat)];
    if (map) return void map.jumpTo({ center });
    const { maplibregl } = /** @type {any} */ (globalThis);
    try {
      map = new maplibregl.Map({
        container: canvas, style: style(), center, zoom: ZOOM, interactive: false, attributionControl: false, fadeDuration: 0,
      });
    } catch {
      // A browser without WebGL has the coordinates still.
      element.hidden = true;
    }
  }

  function end() {
    map?.remove();
    map = null;
    element.hidden = true;
  }

  return { element, show, end };
}
