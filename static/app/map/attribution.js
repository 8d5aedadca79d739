/**
 * The attribution of the map's data, in the corner of the map. Each source is credited once.
 * @module
 */

import { byId, h } from "../ui/dom.js";

const OPEN_STREET_MAP = /openstreetmap/i;

/** @type {string | null} */
let ground = null;
/** @type {(Node | string)[]} */
let streets = [];

/** @param {import("./basemap-style.js").BasemapDescription | null} basemap */
export function creditBasemap(basemap) {
  ground = basemap && (basemap.attribution ?? "Natural Earth");
  show();
}

/** @param {(Node | string)[]} credits of the maps from files */
export function creditStreets(credits) {
  streets = credits;
  show();
}

function show() {
  // The server names places by borders from OpenStreetMap.
  const needsBorders = !OPEN_STREET_MAP.test(textOf(streets));
  const parts = [
    h("span", { class: "street-credits" }, ...streets),
    ground,
    needsBorders && h("a", { href: "https://www.openstreetmap.org/copyright", target: "_blank", rel: "noopener noreferrer" }, "© OpenStreetMap"),
  ].filter((part) => (part instanceof Node ? part.textContent : part));
  byId("attribution").replaceChildren(...parts.flatMap((part, index) => (index ? [" · ", part] : [part])));
}

/** @param {(Node | string)[]} parts */
function textOf(parts) {
  return parts.map((part) => (part instanceof Node ? part.textContent : part)).join("");
}
