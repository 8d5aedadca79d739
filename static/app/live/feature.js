/** @module */

import { LIVE, Live } from "./live.js";
import { createLiveLine } from "./live-line.js";

/**
 * Updates the page when the library changes, and starts scans.
 *
 * @type {import("../features.js").Feature<"live">}
 */
export const feature = {
  name: "live",
  state: [LIVE],
  withoutMap: true,

  /** @returns {import("../features.js").Service<"live">} */
  start(page) {
    const live = new Live(page.store, page.api);
    createLiveLine(page.store);
    return {
      startScan: () => live.startScan(),
      begin: () => live.begin(page.mapView ? page.library.refreshAll : page.begun.library.load),
    };
  },
};
