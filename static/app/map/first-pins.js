/**
 * Shows the first pins: sends the first request and draws its answer before the map and the rest of the page are
 * loaded. The map and other features then take over its objects.
 * @module
 */

import { createCovers } from "./covers.js";
import { firstView } from "./first-view.js";
import { viewOfPhoto } from "./fit.js";
import { PinLayer } from "./pin-layer.js";
import { ViewportLoader } from "./viewport-loader.js";
import { readAddress } from "../core/address.js";
import { set } from "../core/store.js";
import { DAY_ADDRESS, filtersOfDay } from "../day/day-filters.js";
import { FILTERS_ADDRESS, allowedFilters, pinFilters } from "../filters/filters.js";
import { LOOK_ADDRESS } from "../layers/look.js";
import { PHOTO_ADDRESS } from "../panel/photo-address.js";
import { troubleOf } from "../library/library.js";
import { MAP_ADDRESS } from "./map-address.js";
import { byId } from "../ui/dom.js";
import { takeRooms } from "../ui/rooms.js";

/** How long the rest of the page waits for the pins. */
const PATIENCE_MS = 800;
/** How long the map waits until they are on the screen. */
const SCREEN_MS = 1500;
/** @type {import("../api/photos.js").Pin[]} */
const NONE = [];

/** What the map shows, and what the pointer or the focus is on. */
export const MAP = {
  view: /** @type {import("../core/viewport.js").View | null} */ (null),
  /** The part of the view that panels do not cover, after the map has come to rest. */
  shown: /** @type {import("../core/viewport.js").View | null} */ (null),
  /** The features in view. */
  pins: /** @type {import("../api/photos.js").Pin[]} */ ([]),
  /** Whether a request for the view is in flight. */
  busy: false,
  moving: false,
  /** A photo in a list or the grid under the pointer. */
  pointedAt: /** @type {number | null} */ (null),
  /** A pin or cluster under the pointer. */
  pointedPin: /** @type {import("../api/photos.js").Pin | null} */ (null),
  /** A message to the reader that is not about a failed request. */
  message: /** @type {string | null} */ (null),
};

/**
 * @typedef {ReturnType<typeof createFirstPins>} FirstPins
 *
 * @param {object} parts
 * @param {import("../core/store.js").Store} parts.store
 * @param {import("../api.js").Api} parts.api
 * @param {ReturnType<typeof import("../library/library.js").createLibrary>} parts.library
 */
export function createFirstPins({ store, api, library }) {
  const covers = createCovers(store, api);
  const pins = new PinLayer(covers);
  const viewport = new ViewportLoader({
    ask: api.clusters,
    // A remembered answer does not mean that the server is back.
    onAnswer: ({ features }, isNew) => store.change((state) => set({ pins: features, trouble: !isNew && state.trouble?.isAway ? state.trouble : null })(state)),
    onError: (error) => store.change(set({ trouble: troubleOf(error) })),
    onBusy: (busy) => store.state.busy !== busy && store.change(set({ busy })),
  });
  const { map, look, filters, photo, day } = readAddress([MAP_ADDRESS, FILTERS_ADDRESS, LOOK_ADDRESS, PHOTO_ADDRESS, DAY_ADDRESS], location.hash);
  store.change(set({ look, filters }));
  // The day of the address, until its feature has started.
  let ofDay = day && filtersOfDay(filters, day);
  store.watch(pinFilters, (next) => {
    viewport.filter(ofDay ?? next);
    ofDay = null;
  });
  const isLoaded = library.load();
  // A link to a photo shows the map there.
  const found = map || photo === null ? null : api.photo(photo).then(viewOfPhoto, () => null);
  let at = map;
  const hasAnswer = new Promise((resolve) => {
    store.watch((state) => (state.look.layer === "pins" ? state.pins : NONE), (features) => {
      pins.update(features);
      if (features.length) afterPaint(resolve);
    });
  });

  /** @returns {Promise<import("./first-view.js").FirstView | null>} */
  async function show() {
    [, at] = await Promise.all([isLoaded, map ?? found]);
    const { total, taken } = store.state.library;
    // The server would refuse the first request.
    const allowed = allowedFilters(store.state, store.state.filters);
    if (allowed !== store.state.filters) {
      store.change(set({ filters: allowed }));
      viewport.filter(ofDay ?? pinFilters(store.state));
    }
    const insets = takeRooms({ hasPhotos: total > 0, hasDates: taken !== null });
    // The view of a globe depends on MapLibre's camera, so its pins have to wait for the map.
    const view = look.globe ? null : firstView({ container: byId("map"), at, around: library.extent, insets });
    if (!view) return null;
    pins.standOn(view);
    viewport.moveTo(view.view, true);
    await Promise.race([hasAnswer, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    return view;
  }

  const view = show();
  return { pins, covers, viewport, view, isOnScreen: view.then(onScreen), get at() { return at; } };
}

/**
 * Waits until the browser reports that the first count of a cluster is on the screen; Chromium does.
 *
 * A browser that draws WebGL in software shows no frame while a map starts, so the map starts after the pins.
 */
function onScreen() {
  if (!document.querySelector("[elementtiming]") || !PerformanceObserver.supportedEntryTypes.includes("element")) return null;
  return new Promise((resolve) => {
    const observer = new PerformanceObserver(resolve);
    observer.observe({ type: "element", buffered: true });
    setTimeout(resolve, SCREEN_MS);
  });
}

function afterPaint(step) {
  requestAnimationFrame(() => setTimeout(step));
}
