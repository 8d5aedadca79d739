/**
 * Draws the first pins before it loads the rest of the page, because they need few modules.
 * @module
 */

import { createApi } from "./api.js";
import { createStore } from "./core/store.js";
import { FILTERS } from "./filters/filters.js";
import { MAP, createFirstPins } from "./map/first-pins.js";
import { loadMapLibre, preloadMapLibre } from "./map/maplibre.js";
import { LOOK } from "./layers/look.js";
import { LIBRARY, createLibrary } from "./library/library.js";
import { THEME, createTheme } from "./theme/theme.js";
import { fetchPicturesBy } from "./ui/picture-source.js";

export async function begin() {
  const store = createStore();
  for (const slice of [THEME, LIBRARY, FILTERS, LOOK, MAP]) store.add(slice);
  const api = createApi();
  fetchPicturesBy(api.fetchPicture);
  const theme = createTheme(store);
  const library = createLibrary(store, api);
  const first = createFirstPins({ store, api, library });
  preloadMapLibre();

  await first.view;
  // If the library cannot be loaded, the page has no map and shows a list.
  const hasMapLibre = loadMapLibre().then(() => true, () => false);
  const basemap = api.basemap();
  // The joined page names its further modules, which import one another in a chain; they load in parallel.
  const later = /** @type {HTMLTemplateElement | null} */ (document.getElementById("later"));
  if (later) document.head.append(later.content);
  const { startPage } = await import("./page.js");
  await startPage({ store, api, library, theme, first, basemap, hasMapLibre });
}
