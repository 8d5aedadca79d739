/**
 * Places with texts as MapLibre layers: a small sheet of paper at each. Pure.
 * @module
 */

import { EMPTY } from "../map/map-layers.js";

export const PLACES = "diary-places";
/** A finger hits a place within this radius. */
const REACH_PX = 16;

/** @type {import("../map/map-layers.js").MapPart} */
export const PLACES_PART = {
  look: ({ placeTexts, aboutPlace }) => (placeTexts && (placeTexts.length || aboutPlace) ? [true] : null),
  draw: (_state, { theme }) => ({
    sources: { [PLACES]: { type: "geojson", data: EMPTY } },
    marks: [
      { id: PLACES, type: "circle", source: PLACES, paint: { "circle-radius": REACH_PX, "circle-opacity": 0 } },
      {
        id: "diary-sheets", type: "symbol", source: PLACES,
        layout: {
          "icon-image": `note-${theme}`, "icon-size": ["case", ["get", "isOpen"], 1.25, 1],
          "icon-allow-overlap": true, "icon-ignore-placement": true, "symbol-sort-key": ["case", ["get", "isOpen"], 1, 0],
        },
      },
    ],
  }),
  openable: ({ placeTexts }) => (placeTexts?.length ? [PLACES] : []),
};
