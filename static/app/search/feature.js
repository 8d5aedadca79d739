/** @module */

import { choicesOf } from "../filters/facets.js";
import { NO_FILTERS } from "../filters/filters.js";
import { SearchBox } from "./search-box.js";
import { TEXTS } from "../core/texts.js";

/** So many files of a name are offered. */
const FILES_FOUND = 3;
/** So many of the reader's own places are offered, of so many of that name. */
const AREAS_FOUND = 4;
const AREAS_ASKED = 10;

/** The search box over the map. @type {import("../features.js").Feature} */
export const feature = {
  name: "search",
  keys: [{ group: TEXTS.everywhere, rows: [[["/"], TEXTS.search]] }],

  start: ({ api, baseMap, map, mapView }) => new SearchBox({
    centre: () => mapView.position(),
    loadPlaces: baseMap.places,
    loadFacets: async () => choicesOf(await api.facets(NO_FILTERS, null)),
    findFiles: (text, signal) => api.filesNamed(text, FILES_FOUND, signal),
    findAreas: async (text, signal) => (await api.areasNamed(text, AREAS_ASKED, signal)).filter(({ count }) => count > 0).slice(0, AREAS_FOUND),
    onChoose: map.goTo,
    onLeave: () => mapView.focus(),
  }),
};
