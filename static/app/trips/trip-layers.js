/**
 * The open trip as MapLibre layers: a thin line through its stays, a dot for each, and where the playback is. Pure.
 * @module
 */

import { EMPTY } from "../map/map-layers.js";

export const TRIP = "trip";
export const TRIP_HEAD = "trip-head";
const COLOURS = { light: { line: "#7048c6", casing: "#ffffff" }, dark: { line: "#b79cff", casing: "#141b22" } };

/** @type {import("../map/map-layers.js").MapPart} */
export const TRIP_PART = {
  look: ({ trip }) => (trip?.trip ? [true] : null),
  draw: (_state, { theme }) => {
    const { line, casing } = COLOURS[theme];
    const isLine = ["==", ["geometry-type"], "LineString"];
    const isDot = ["==", ["geometry-type"], "Point"];
    const way = (id, paint) => ({ id, type: "line", source: TRIP, filter: isLine, layout: { "line-join": "round", "line-cap": "round" }, paint });
    return {
      sources: { [TRIP]: { type: "geojson", data: EMPTY }, [TRIP_HEAD]: { type: "geojson", data: EMPTY } },
      lines: [
        way("trip-casing", { "line-color": casing, "line-width": 5, "line-opacity": 0.6 }),
        way("trip-line", { "line-color": line, "line-width": 2, "line-opacity": ["case", ["get", "isFaint"], 0.55, 0.85] }),
        {
          id: "trip-stays", type: "circle", source: TRIP, filter: isDot,
          layout: { "circle-sort-key": ["case", ["get", "isNow"], 1, 0] },
          paint: {
            "circle-radius": ["case", ["get", "isNow"], 7, 4.5], "circle-color": line, "circle-opacity": ["case", ["get", "isFaint"], 0.5, 1],
            "circle-stroke-color": casing, "circle-stroke-width": 1.5, "circle-stroke-opacity": ["case", ["get", "isFaint"], 0.6, 1],
          },
        },
      ],
      marks: [{
        id: "trip-head", type: "circle", source: TRIP_HEAD,
        paint: { "circle-radius": 7, "circle-color": casing, "circle-stroke-color": line, "circle-stroke-width": 4 },
      }],
    };
  },
};
