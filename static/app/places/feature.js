/** @module */

import { createViewName } from "./view-name.js";

export const PLACES = {
  /** The name of the view; empty if it has none. */
  viewName: "",
};

/**
 * The name of the place in view.
 *
 * @type {import("../features.js").Feature<"places">}
 */
export const feature = {
  name: "places",
  state: [PLACES],

  /** @returns {import("../features.js").Service<"places">} */
  start({ store, api, mapView }) {
    const name = createViewName(store, api);
    const rest = () => store.state.shown && store.state.pins.length && name.rest(mapView.position());
    return { begin: () => store.watch((state) => state.shown, rest) };
  },
};
