/** @module */

import { byId } from "../ui/dom.js";
import { createCamera } from "./camera.js";
import { TimeBarView } from "./time-bar.js";
import { TIME } from "./time-state.js";
import { TRAIL_PART, createTrail } from "./trail.js";
import { TEXTS } from "../core/texts.js";

/**
 * The time bar at the lower edge of the map.
 *
 * @type {import("../features.js").Feature<"time">}
 */
export const feature = {
  name: "time",
  state: [TIME],
  mapParts: [TRAIL_PART],
  keys: [{
    group: TEXTS.time,
    rows: [
      [["←", "→"], TEXTS.moveSpanEnd],
      [["+", "−"], TEXTS.zoomInOut],
      [["Esc"], TEXTS.showAllTime],
    ],
  }],

  start(page) {
    const { store, api, mapView } = page;
    createTrail({ store, mapView });
    createCamera({ store, api, mapView, container: byId("map") });
    return new TimeBarView({ store, api, filter: (changes, how) => page.filters.filter(changes, how), comparing: () => page.compare });
  },
};
