/** @module */

import { mapLatitude } from "../core/mercator.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { TEXTS } from "../core/texts.js";

const ZOOM = 6;
/** The text is shown before the map is made. */
const AFTER_FACTS_MS = 50;

/**
 * A small map that stands still, with a sign in its middle. It is made when it is first shown, and only
 * hidden after that: without a graphics card a browser takes seconds to get ready to draw one.
 *
 * @param {() => any} style
 */
export function createSmallMap(style) {
  const canvas = h("div", { class: "small-map-canvas", inert: true });
  const element = h("div", { class: "small-map", role: "img" }, canvas, icon("place", "icon small-map-sign"));
  let map = null;
  /** @type {[number, number]} */
  let center = [0, 0];
  let timer = 0;
  /** A browser without WebGL has the coordinates still. */
  let isPossible = true;

  /** @param {{lat: number, lon: number}} spot @param {string} label */
  function show({ lat, lon }, label) {
    element.hidden = !isPossible;
    element.setAttribute("aria-label", TEXTS.smallMap(label));
    center = [lon, mapLatitude(lat)];
    if (map) map.jumpTo({ center });
    else if (isPossible) timer ||= setTimeout(make, AFTER_FACTS_MS);
  }

  function make() {
    timer = 0;
    if (element.hidden) return;
    const { maplibregl } = /** @type {any} */ (globalThis);
    try {
      map = new maplibregl.Map({
        container: canvas, style: style(), center, zoom: ZOOM, interactive: false, attributionControl: false, fadeDuration: 0,
      });
    } catch {
      isPossible = false;
      element.hidden = true;
    }
  }

  function hide() {
    element.hidden = true;
  }

  return { element, show, hide };
}
