/**
 * The positions of the files as MapLibre layers: hollow marks, however many. Pure.
 * @module
 */

import { EMPTY } from "../map/map-layers.js";
import { isPlaced } from "./locate-state.js";

export const FOUND = "located";
export const FOUND_CHOSEN = "located-chosen";

const COLOURS = {
  light: { line: "#b3261e", casing: "#ffffff" },
  dark: { line: "#ffb4a8", casing: "#141b22" },
};
/** A finger hits a mark within this radius. */
const REACH_PX = 14;

/** @type {import("../map/map-layers.js").MapPart} */
export const FOUND_PART = {
  look: ({ located }) => (located ? [true] : null),
  draw: (_state, { theme }) => ({
    sources: { [FOUND]: { type: "geojson", data: EMPTY }, [FOUND_CHOSEN]: { type: "geojson", data: EMPTY } },
    marks: [
      // A white ring around a coloured one stands out on every map, and the middle shows what is below.
      ring(FOUND, `${FOUND}-casing`, theme, "casing", 6.5, 5),
      ring(FOUND, `${FOUND}-ring`, theme, "line", 6.5, 2.5),
      { id: FOUND, type: "circle", source: FOUND, paint: { "circle-radius": REACH_PX, "circle-opacity": 0 } },
      ring(FOUND_CHOSEN, `${FOUND_CHOSEN}-casing`, theme, "casing", 11, 7),
      ring(FOUND_CHOSEN, `${FOUND_CHOSEN}-ring`, theme, "line", 11, 4),
    ],
  }),
  openable: ({ located, isLocatedOpen }) => (located && isLocatedOpen ? [FOUND] : []),
};

/** @param {string} source @param {string} id @param {"light" | "dark"} theme @param {"line" | "casing"} colour @param {number} radius @param {number} width */
function ring(source, id, theme, colour, radius, width) {
  // MapLibre draws strokes outside of the radius.
  return {
    id, type: "circle", source,
    paint: {
      "circle-radius": radius - width / 2, "circle-color": COLOURS[theme].casing, "circle-opacity": 0,
      "circle-stroke-color": COLOURS[theme][colour], "circle-stroke-width": width,
    },
  };
}

/** @param {import("./locate-state.js").Entry[]} entries @returns {any} GeoJSON */
export function marksOf(entries) {
  return {
    type: "FeatureCollection",
    features: entries.filter(isPlaced).map(({ id, feature: { geometry } }) => ({ type: "Feature", geometry, properties: { entry: id } })),
  };
}
