/** @module */

import { TimeBarView } from "./time-bar.js";
import { TIME } from "./time-state.js";
import { TEXTS } from "../core/texts.js";

/**
 * The time bar at the lower edge of the map.
 *
 * @type {import("../features.js").Feature<"time">}
 */
export const feature = {
  name: "time",
  state: [TIME],
  keys: [{
    group: TEXTS.time,
    rows: [
      [["←", "→"], TEXTS.moveSpanEnd],
      [["+", "−"], TEXTS.zoomInOut],
      [["Esc"], TEXTS.showAllTime],
    ],
  }],

  start: (page) => new TimeBarView({ store: page.store, api: page.api, filter: (changes, how) => page.filters.filter(changes, how) }),
};
