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
      async refresh() {
        // Another user may have signed in, in another tab; then the page starts anew.
        if (store.state.visitor?.users && !(await page.begun.library.identify())) return;
        page.library.refreshAll();
        page.live.startScan();
      },
      lookTogether: () => page.together.open(),
      showKeys: () => page.help.open(),
    }, store, page.begun.theme);
  },
};
