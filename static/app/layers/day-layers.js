/**
 * A day's line as MapLibre layers: the line, arrows along it, and a number at each stop. Pure.
 * @module
 */

import { stopsOf, wayThrough } from "./day.js";
import { EMPTY } from "../map/map-layers.js";

export const DAY = "day";

const COLOURS = {
  light: { line: "#c2255c", casing: "#ffffff", text: "#ffffff" },
  dark: { line: "#ff7aa8", casing: "#141b22", text: "#22060f" },
};

/**
 * The GeoJSON of a day: its line, and its stops, each with the index of the first photo there and the number of photos.
 *
 * @param {import("../api/photos.js").Photo[]} photos in order of time
 */
export function dayFeatures(photos) {
  const { line } = wayThrough(photos);
  const places = stopsOf(photos).map(({ first: { id, geometry }, order, count }) => (
    { type: "Feature", geometry, properties: { id, order, number: String(order + 1), count: count > 1 ? `×${count}` : "" } }));
  const way = { type: "Feature", geometry: { type: "LineString", coordinates: line }, properties: {} };
  return { type: "FeatureCollection", features: line.length > 1 ? [way, ...places] : places };
}

/** @type {import("../map/map-layers.js").MapPart} */
export const DAY_PART = {
  look: ({ day }) => (day ? [true] : null),
  draw: (_state, { theme, font }) => dayLayers({ theme, font }),
  openable: ({ day }) => (day ? ["day-places"] : []),
};

/**
 * Without a font, stops have dots only.
 *
 * @returns {import("../map/map-layers.js").Layers}
 */
function dayLayers({ theme, font }) {
  const colours = COLOURS[theme];
  const round = { "line-join": "round", "line-cap": "round" };
  const way = (id, paint) => ({ id, type: "line", source: DAY, filter: ["==", ["geometry-type"], "LineString"], layout: round, paint });
  const isPlace = ["==", ["geometry-type"], "Point"];
  return {
    sources: { [DAY]: { type: "geojson", data: EMPTY } },
    marks: [
      way("day-casing", { "line-color": colours.casing, "line-width": 7, "line-opacity": 0.85 }),
      way("day-line", { "line-color": colours.line, "line-width": 3.2 }),
      {
        id: "day-arrows", type: "symbol", source: DAY, filter: ["==", ["geometry-type"], "LineString"],
        layout: {
          "symbol-placement": "line", "symbol-spacing": 90, "icon-image": `arrow-${theme}`,
          "icon-rotation-alignment": "map", "icon-allow-overlap": true, "icon-ignore-placement": true,
        },
      },
      {
        id: "day-places", type: "circle", source: DAY, filter: isPlace,
        layout: { "circle-sort-key": ["-", 0, ["get", "order"]] },
        paint: { "circle-radius": font ? 9.5 : 6, "circle-color": colours.line, "circle-stroke-color": colours.casing, "circle-stroke-width": 2 },
      },
      ...(font ? [{
        id: "day-numbers", type: "symbol", source: DAY, filter: isPlace,
        layout: {
          "text-field": ["get", "number"], "text-font": font, "text-size": 10.5,
          "text-allow-overlap": false, "text-padding": 0, "symbol-sort-key": ["get", "order"],
        },
        paint: { "text-color": colours.text },
      }, {
        id: "day-counts", type: "symbol", source: DAY, filter: isPlace,
        layout: {
          "text-field": ["get", "count"], "text-font": font, "text-size": 12, "text-anchor": "left", "text-offset": [1, 0],
          "text-allow-overlap": true, "text-padding": 0, "symbol-sort-key": ["get", "order"],
        },
        paint: { "text-color": colours.line, "text-halo-color": colours.casing, "text-halo-width": 2 },
      }] : []),
    ],
  };
}
