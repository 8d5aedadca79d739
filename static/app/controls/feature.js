/** @module */

import { createControls, createCountLine, createTitle } from "./chrome.js";

/**
 * @typedef {object} ControlsService
 * @property {() => Promise<void>} renew loads everything that the page shows again, and starts a scan where the visitor
 * may; ends with the first answer of the server, or once there is none
 */

/**
 * The name, the counts and the buttons over the map.
 *
 * @type {import("../features.js").Feature<"controls">}
 */
export const feature = {
  name: "controls",
  withoutMap: true,

  /** @returns {import("../features.js").Service<"controls">} */
  start(page) {
    const { store, mapView, map } = page;
    createCountLine(store);
    createTitle(store);

    async function renew() {
      // Another user may have signed in, in another tab; then the page starts anew.
      if (store.state.visitor?.users && !(await page.begun.library.identify())) return;
      page.live.startScan();
      if (mapView) return page.library.refreshAll();
      if (await page.begun.library.load()) page.refresh();
    }

    if (mapView) createControls({
      zoomIn: () => mapView.zoomBy(1),
      zoomOut: () => mapView.zoomBy(-1),
      fitAll: map.fitAll,
      nearMe: map.goNearMe,
      more: [page.layers.chooser],
      refresh: renew,
      lookTogether: () => page.together.open(),
      showKeys: () => page.help.open(),
    }, store, page.begun.theme);
    return { renew };
  },
};
