/**
 * Begins the page: first the pins, then all the rest. What the pins need is little, and comes first.
 * @module
 */

import { createApi } from "./api.js";
import { createStore } from "./core/store.js";
import { FILTERS } from "./filters/filters.js";
import { MAP, createFirstPins } from "./map/first-pins.js";
import { loadMapLibre } from "./map/maplibre.js";
import { LOOK } from "./layers/look.js";
import { LIBRARY, createLibrary } from "./library/library.js";
import { THEME, createTheme } from "./theme/theme.js";

const store = createStore();
for (const slice of [THEME, LIBRARY, FILTERS, LOOK, MAP]) store.add(slice);
const api = createApi();
const theme = createTheme(store);
const library = createLibrary(store, api);
const first = createFirstPins({ store, api, library });

await first.view;
// Where it does not come, the map cannot be made, and the page makes do with a list.
const hasMapLibre = loadMapLibre().then(() => true, () => false);
const basemap = api.basemap();
// Modules ask for one another in a long chain; named at once they come side by side.
const later = /** @type {HTMLTemplateElement} */ (document.getElementById("later"));
document.head.append(later.content);
const { startPage } = await import("./page.js");
startPage({ store, api, library, theme, first, basemap, hasMapLibre });
