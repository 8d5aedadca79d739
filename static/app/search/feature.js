/** @module */

import { choicesOf } from "../filters/facets.js";
import { NO_FILTERS } from "../filters/filters.js";
import { SearchBox } from "./search-box.js";
import { TEXTS } from "../core/texts.js";

/** How many files are listed. */
const FILES_FOUND = 3;
/** How many areas of the reader's photos are listed, and how many are requested. */
const AREAS_FOUND = 4;
const AREAS_ASKED = 10;

/**
 * The search box over the map.
 *
 * @type {import("../features.js").Feature<"search">}
 */
export const feature = {
  name: "search",
  keys: [{ group: TEXTS.everywhere, rows: [[["/"], TEXTS.search]] }],

  start: (page) => new SearchBox({
    centre: () => page.mapView.position(),
    loadPlaces: page.baseMap.places,
    loadFacets: async () => choicesOf(await page.api.facets(NO_FILTERS, null)),
    findFiles: (text, signal) => page.api.filesNamed(text, FILES_FOUND, signal),
    findAreas: async (text, signal) => (await page.api.areasNamed(text, AREAS_ASKED, signal)).filter(({ count }) => count > 0).slice(0, AREAS_FOUND),
    onChoose: (answer) => page.take("answer", answer) || page.map.goTo(answer),
    onLeave: () => page.mapView.focus(),
  }),
};
