/**
 * The way of a day as MapLibre layers: its line, arrows along it, a number at each stop, and other photos as grey dots.
 * Pure.
 * @module
 */

import { filterParameters } from "../filters/filters.js";
import { EMPTY } from "../map/map-layers.js";
import { stopsOf, wayThrough } from "./way.js";

export const DAY = "day";
export const OTHERS = "day-others";

/** In pixels: below the tip of a pin, which would cover the number. */
const BELOW_PIN = [0, 9];
const COLOURS = {
  light: { line: "#c2255c", casing: "#ffffff", text: "#ffffff", other: "#5d6b78" },
  dark: { line: "#ff7aa8", casing: "#141b22", text: "#22060f", other: "#9aa8b5" },
};

/**
 * The GeoJSON of a day: its line, and its stops, each with the number of its first photo among those of the day.
 *
 * @param {Pick<import("./day.js").Day, "photos" | "recordings">} day
 * @param {number} [reach] of a stop, in metres
 */
export function dayFeatures({ photos, recordings }, reach) {
  const { line } = wayThrough(photos, recordings);
  const stops = stopsOf(photos, reach).map(({ first: { id, geometry }, order }) => (
    { type: "Feature", geometry, properties: { id, order, number: String(order + 1) } }));
  const way = { type: "Feature", geometry: { type: "LineString", coordinates: line }, properties: {} };
  return { type: "FeatureCollection", features: line.length > 1 ? [way, ...stops] : stops };
}

/**
 * @param {string} base the page's address
 * @param {import("../filters/filters.js").Filters} filters
 * @returns {string} the address of the tiles of the photos that match the filters
 */
export function photoTiles(base, filters) {
  const query = new URLSearchParams(filterParameters(filters)).toString();
  return `${new URL(".", base).href}tiles/photos/{z}/{x}/{y}.mvt${query && `?${query}`}`;
}

/** @type {import("../map/map-layers.js").MapPart} */
export const DAY_PART = {
  look: ({ day, look }) => (day ? [look.layer] : null),
  draw: ({ look, filters }, { theme, font, base }) => dayLayers({ theme, font, others: look.layer === "pins" ? photoTiles(base, filters) : null }),
  openable: ({ day }) => (day ? ["day-stops"] : []),
};

/**
 * Without a font, stops have dots only.
 *
 * @returns {import("../map/map-layers.js").Layers}
 */
function dayLayers({ theme, font, others }) {
  const colours = COLOURS[theme];
  const isLine = ["==", ["geometry-type"], "LineString"];
  const isStop = ["==", ["geometry-type"], "Point"];
  const way = (id, paint) => ({ id, type: "line", source: DAY, filter: isLine, layout: { "line-join": "round", "line-cap": "round" }, paint });
  return {
    sources: {
      [DAY]: { type: "geojson", data: EMPTY },
      ...(others && { [OTHERS]: { type: "vector", tiles: [others], minzoom: 0, maxzoom: 20 } }),
    },
    lines: others ? [{
      id: "day-others", type: "circle", source: OTHERS, "source-layer": "photos",
      paint: { "circle-radius": 3.5, "circle-color": colours.other, "circle-opacity": 0.55 },
    }] : [],
    marks: [
      way("day-casing", { "line-color": colours.casing, "line-width": 7, "line-opacity": 0.85 }),
      way("day-line", { "line-color": colours.line, "line-width": 3.2 }),
      {
        id: "day-arrows", type: "symbol", source: DAY, filter: isLine,
        layout: {
          "symbol-placement": "line", "symbol-spacing": 90, "icon-image": `arrow-${theme}`,
          "icon-rotation-alignment": "map", "icon-allow-overlap": true, "icon-ignore-placement": true,
        },
      },
      {
        id: "day-stops", type: "circle", source: DAY, filter: isStop,
        layout: { "circle-sort-key": ["-", 0, ["get", "order"]] },
        paint: { "circle-translate": BELOW_PIN, "circle-radius": font ? 9.5 : 6, "circle-color": colours.line, "circle-stroke-color": colours.casing, "circle-stroke-width": 2 },
      },
      ...(font ? [{
        id: "day-numbers", type: "symbol", source: DAY, filter: isStop,
        layout: {
          "text-field": ["get", "number"], "text-font": font, "text-size": 10.5,
          "text-allow-overlap": true, "text-ignore-placement": true, "text-padding": 0,
        },
        paint: { "text-translate": BELOW_PIN, "text-color": colours.text },
      }] : []),
    ],
  };
}
