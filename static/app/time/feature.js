/** @module */

import { TimeBarView } from "./time-bar.js";
import { TIME } from "./time-state.js";

/** The bar of time along the lower edge of the map. @type {import("../features.js").Feature} */
export const feature = {
  name: "time",
  state: [TIME],
  keys: [{
    group: "Time",
    rows: [
      [["←", "→"], "Move the start or end one step (Shift: a bigger step)"],
      [["+", "−"], "Zoom in, out"],
      [["Esc"], "Show all time"],
    ],
  }],

  start: (page) => new TimeBarView({ store: page.store, api: page.api, filter: (changes, how) => page.filters.filter(changes, how) }),
};
