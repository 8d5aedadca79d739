/**
 * Puts the page together: state in the middle, views that show it, effects that change it.
 * @module
 */

import { createApi } from "./api.js";
import { createLibrary } from "./library.js";
import { createLive } from "./live.js";
import { createLoaders } from "./loaders.js";
import { startMap } from "./map-page.js";
import { INITIAL, createStore } from "./state.js";
import { createCounts, createTitle } from "./ui/chrome.js";
import { createLiveLine } from "./ui/live-line.js";
import { createTheme } from "./ui/theme.js";
import { createUnplacedLoader } from "./unplaced/unplaced-loader.js";

const store = createStore(INITIAL);
const api = createApi();
const library = createLibrary(store, api);
const loaders = { ...createLoaders(store, api), unplaced: createUnplacedLoader(store, api) };
const live = createLive(store, api);
const theme = createTheme(store);
createCounts(store);
createLiveLine(store);
createTitle(store);

startMap({ store, api, library, loaders, live, theme });
