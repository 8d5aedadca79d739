/**
 * Puts the page together: state in the middle, views that show it, effects that change it.
 * @module
 */

import { createApi } from "./api.js";
import { createLibrary } from "./library.js";
import { createLoaders } from "./loaders.js";
import { startMap } from "./map-page.js";
import { canDrawMaps } from "./map/map-view.js";
import { startList } from "./list-page.js";
import { INITIAL, createStore } from "./state.js";
import { createCounts, createTitle } from "./ui/chrome.js";
import { createTheme } from "./ui/theme.js";

const store = createStore(INITIAL);
const api = createApi();
const library = createLibrary(store, api);
const loaders = createLoaders(store, api);
const theme = createTheme(store);
createCounts(store);
createTitle(store);

const start = canDrawMaps() ? startMap : startList;
start({ store, api, library, loaders, theme });
