/** @module */

import { createViewName } from "./view-name.js";

/** Names of places around what is shown. @type {import("../features.js").Feature} */
export const feature = {
  name: "places",
  state: [{
    /** What the view is called, or nothing. */
    viewName: "",
  }],

  start({ store, api, mapView }) {
    const name = createViewName(store, api);
    const rest = () => store.state.shown && store.state.pins.length && name.rest(mapView.position());
    return { begin: () => store.watch((state) => state.shown, rest) };
  },
};
