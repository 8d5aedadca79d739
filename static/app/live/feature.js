/** @module */

import { LIVE, Live } from "./live.js";
import { createLiveLine } from "./live-line.js";
import { retryPictures } from "../ui/picture-queue.js";

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
      begin: () => live.begin({
        onChange: page.mapView ? page.library.refreshAll : page.begun.library.load,
        onLost: page.mapView ? page.library.check : page.begun.library.load,
        onBack: retryPictures,
        onViews: () => page.views?.haveChanged(),
      }),
    };
  },
};
