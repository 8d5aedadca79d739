/** @module */

import { set } from "../core/store.js";

/** A pause shorter than this does not end a drag. */
const REST_MS = 120;

/**
 * Updates the page when the map moves: pins and marks at once, but the address, the grid and the counts when it comes
 * to rest.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("./map-view.js").MapCanvas} options.mapView
 * @param {import("./first-pins.js").FirstPins["pins"]} options.pins
 * @param {import("./first-pins.js").FirstPins["viewport"]} options.viewport
 * @param {import("./marks.js").Marks} options.marks
 */
export function createMovement({ store, mapView, pins, viewport, marks }) {
  let timer = 0;

  /** @param {boolean} hasSettled whether this movement is over */
  function moved(hasSettled) {
    clearTimeout(timer);
    pins.place();
    marks.place();
    const view = mapView.view();
    store.change(set({ view, moving: true }));
    viewport.moveTo(view, hasSettled);
    if (!hasSettled) return;
    pins.settle();
    timer = setTimeout(rest, REST_MS);
  }

  /** Updates what depends on the final view. Does not run for short pauses. */
  function rest() {
    clearTimeout(timer);
    store.change(set({ moving: false, shown: mapView.shown() }));
  }

  return { moved, rest };
}
