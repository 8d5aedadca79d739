/** @module */

import { createControls, createCountLine, createTitle } from "./chrome.js";

/**
 * The name, the counts and the buttons over the map.
 *
 * @type {import("../features.js").Feature<"controls">}
 */
export const feature = {
  name: "controls",
  withoutMap: true,

  start(page) {
    const { store, mapView, map } = page;
    createCountLine(store);
    createTitle(store);
    if (!mapView) return;
    createControls({
      zoomIn: () => mapView.zoomBy(1),
      zoomOut: () => mapView.zoomBy(-1),
      fitAll: map.fitAll,
      nearMe: map.goNearMe,
      more: [page.layers.chooser],
      refresh: () => {
        page.library.refreshAll();
        page.live.startScan();
      },
      showKeys: () => page.help.open(),
    }, page.begun.theme);
  },
};
