/**
 * Puts the page together: state in the middle, views that show it, effects that change it.
 * @module
 */

import { createLive } from "./live/live.js";
import { createLoaders } from "./loaders.js";
import { startMap } from "./map-page.js";
import { createMatches } from "./filters/matches.js";
import { createCounts, createTitle } from "./controls/chrome.js";
import { createLiveLine } from "./live/live-line.js";
import { createUnplacedLoader } from "./unplaced/unplaced-loader.js";

/**
 * @param {object} parts what the page began with
 * @param {import("./state.js").Store} parts.store
 * @param {import("./api.js").Api} parts.api
 * @param {ReturnType<typeof import("./library/library.js").createLibrary>} parts.library
 * @param {ReturnType<typeof import("./theme/theme.js").createTheme>} parts.theme
 * @param {import("./map/first-pins.js").FirstPins} parts.first
 * @param {Promise<any>} parts.basemap its description, on its way
 * @param {Promise<boolean>} parts.hasMapLibre
 */
export function startPage(parts) {
  const { store, api } = parts;
  const loaders = { ...createLoaders(store, api), unplaced: createUnplacedLoader(store, api) };
  const live = createLive(store, api);
  createMatches(store, api);
  createCounts(store);
  createLiveLine(store);
  createTitle(store);
  return startMap({ ...parts, loaders, live });
}
