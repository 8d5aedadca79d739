/** @module */

import { mapLatitude } from "../core/mercator.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { TEXTS } from "../core/texts.js";

/** The zoom if there are no streets. */
const FAR_ZOOM = 6;
const STREET_ZOOM = 14;
/** The delay before the map is created, so that the text is shown first. */
const AFTER_FACTS_MS = 50;

/**
 * A small map without interaction, with a marker in its middle. It is created when it is first shown, and only hidden
 * after that, because without a graphics card a browser takes seconds to create one.
 *
 * @param {object} options
 * @param {() => any} options.style
 * @param {(spot: {lat: number, lon: number}) => boolean} options.hasStreets whether a position is inside a map from a file
 * @param {() => (Node | string)[]} options.credits of such maps
 * @param {(listener: () => void) => void} options.onMaps called when the maps change
 */
export function createSmallMap({ style, hasStreets, credits, onMaps }) {
  const canvas = h("div", { class: "small-map-canvas", inert: true });
  const makers = h("p", { class: "small-map-credits" });
  const element = h("div", { class: "small-map" }, h("div", { role: "img" }, canvas, icon("place", "icon small-map-sign")), makers);
  let map = null;
  /** @type {[number, number]} */
  let center = [0, 0];
  let zoom = FAR_ZOOM;
  let timer = 0;
  /** @type {Parameters<typeof show> | null} */
  let shown = null;
  onMaps(() => shown && show(...shown));
  /** Whether the browser can draw the map; without WebGL the viewer shows only the coordinates. */
  let isPossible = true;

  /** @param {{lat: number, lon: number}} spot @param {string} label */
  function show({ lat, lon }, label) {
    shown = [{ lat, lon }, label];
    element.hidden = !isPossible;
    element.firstElementChild?.setAttribute("aria-label", TEXTS.smallMap(label));
    center = [lon, mapLatitude(lat)];
    const isClose = hasStreets({ lat, lon });
    zoom = isClose ? STREET_ZOOM : FAR_ZOOM;
    makers.replaceChildren(...(isClose ? credits() : []));
    if (map) {
      map.setStyle(style(), { diff: true });
      map.jumpTo({ center, zoom });
    }
    else if (isPossible && !timer) timer = setTimeout(make, AFTER_FACTS_MS);
  }

  function make() {
    timer = 0;
    if (element.hidden) return;
    const { maplibregl } = /** @type {any} */ (globalThis);
    try {
      map = new maplibregl.Map({
        container: canvas, style: style(), center, zoom, interactive: false, attributionControl: false, fadeDuration: 0,
      });
    } catch {
      isPossible = false;
      element.hidden = true;
    }
  }

  function hide() {
    shown = null;
    element.hidden = true;
  }

  return { element, show, hide };
}
