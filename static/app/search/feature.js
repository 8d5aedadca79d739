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

  start: (page) => new SearchBox({
    centre: () => page.mapView.position(),
    loadPlaces: page.baseMap.places,
    loadFacets: async () => choicesOf(await page.api.facets(NO_FILTERS, null)),
    findFiles: (text, signal) => page.api.filesNamed(text, FILES_FOUND, signal),
    findAreas: async (text, signal) => (await page.api.areasNamed(text, AREAS_ASKED, signal)).filter(({ count }) => count > 0).slice(0, AREAS_FOUND),
    onChoose: (answer) => page.placing.goTo(answer) || page.map.goTo(answer),
    onLeave: () => page.mapView.focus(),
  }),
};
