/** @module */

import { mapLatitude } from "../core/mercator.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { TEXTS } from "../core/texts.js";

/** Where there are no streets. */
const FAR_ZOOM = 6;
const STREET_ZOOM = 14;
/** The text is shown before the map is made. */
const AFTER_FACTS_MS = 50;

/**
 * A small map that stands still, with a sign in its middle. It is made when it is first shown, and only
 * hidden after that: without a graphics card a browser takes seconds to get ready to draw one.
 *
 * @param {object} options
 * @param {() => any} options.style
 * @param {(spot: {lat: number, lon: number}) => boolean} options.hasStreets whether a map from a file has a place
 * @param {() => (Node | string)[]} options.credits of such maps
 * @param {(listener: () => void) => void} options.onMaps hears when there are others
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
  /** A browser without WebGL has the coordinates still. */
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
    else if (isPossible) timer ||= setTimeout(make, AFTER_FACTS_MS);
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
