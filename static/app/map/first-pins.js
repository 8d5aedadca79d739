/**
 * What the page begins with: the first question, and its answer as pins, before there is a map or
 * anything else. The map and the parts around it take over what is here.
 * @module
 */

import { createCovers } from "./covers.js";
import { firstView } from "./first-view.js";
import { PinLayer } from "./pin-layer.js";
import { ViewportLoader } from "./viewport-loader.js";
import { readAddress } from "../core/address.js";
import { set } from "../core/store.js";
import { FILTERS_ADDRESS } from "../filters/filters.js";
import { LOOK_ADDRESS } from "../layers/look.js";
import { MAP_ADDRESS } from "./map-address.js";
import { byId } from "../ui/dom.js";
import { takeRooms } from "../ui/rooms.js";

/** The rest of the page waits no longer than this for the pins. */
const PATIENCE_MS = 800;
const NONE = Object.freeze([]);

/** What the map shows, and what the pointer or the focus is on. */
export const MAP = {
  view: /** @type {import("../core/viewport.js").View | null} */ (null),
  /** The part of the view that nothing covers, once the map rests. */
  shown: /** @type {import("../core/viewport.js").View | null} */ (null),
  /** The features that the map shows. */
  pins: /** @type {any[]} */ ([]),
  /** Whether an answer for the view is on its way. */
  busy: false,
  moving: false,
  /** A photo of a list or the grid. */
  pointedAt: /** @type {number | null} */ (null),
  /** A pin or cluster. */
  pointedPin: /** @type {any | null} */ (null),
  /** Something to be told that is no trouble of the server's. */
  hint: /** @type {string | null} */ (null),
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
    onAnswer: ({ features }) => store.change(set({ pins: features, trouble: null })),
    onError: (error) => store.change(set({ trouble: { message: error.message } })),
    onBusy: (busy) => store.change((state) => (state.busy === busy ? state : { ...state, busy })),
  });
  const { map: at, look, filters } = readAddress([MAP_ADDRESS, FILTERS_ADDRESS, LOOK_ADDRESS], location.hash);
  store.change(set({ look, filters }));
  store.watch((state) => state.filters, (next) => viewport.filter(next));
  const isLoaded = library.load();
  const hasAnswer = new Promise((resolve) => {
    store.watch((state) => (state.look.layer === "pins" ? state.pins : NONE), (features) => {
      pins.update(features);
      if (features.length) afterPaint(resolve);
    });
  });

  /** @returns {Promise<import("./first-view.js").FirstView | null>} */
  async function show() {
    await isLoaded;
    const { total, taken } = store.state.library;
    const insets = takeRooms({ hasPhotos: total > 0, hasDates: taken !== null });
    // A globe turns where the map's own eye is, which only the map knows.
    const view = look.globe ? null : firstView({ container: byId("map"), at, around: library.extent, insets });
    if (!view) return null;
    pins.standOn(view);
    viewport.moveTo(view.view, true);
    await Promise.race([hasAnswer, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    return view;
  }

  return { pins, covers, viewport, at, view: show() };
}

function afterPaint(step) {
  requestAnimationFrame(() => setTimeout(step));
}
