/** @module */

import { FIRST_VIEW_MAX_ZOOM } from "../map/fit.js";
import { hideNotice, showEmpty } from "../ui/notice.js";
import { LIBRARY } from "./library.js";
import { createToast } from "./toast.js";

const RETRY_MS = 3000;

/**
 * @typedef {object} LibraryService
 * @property {() => Promise<void>} refreshAll reloads all that the page shows, and retries until the server answers
 * @property {() => number[] | null} extent the smallest box around all photos
 */

/**
 * The number of photos, and advice if there are none or the server does not answer.
 *
 * @type {import("../features.js").Feature<"library">}
 */
export const feature = {
  name: "library",
  state: [LIBRARY],

  /** @returns {import("../features.js").Service<"library">} */
  start(page) {
    const { store, baseMap, mapView } = page;
    const { library } = page.begun;
    createToast({ store, onRetry: () => (store.state.library.status === "failed" ? refreshAll() : page.first.viewport.retry()) });
    for (const part of /** @type {const} */ (["library", "scanCommand"])) store.watch((state) => state[part], showEmptiness);

    function showEmptiness() {
      const { library: { status, total }, scanCommand } = store.state;
      if (status !== "ready" || total > 0) return hideNotice();
      showEmpty({ scanCommand, onCheck: refreshAll, onReport: () => page.unplaced.open("all") });
    }

    async function refreshAll() {
      const hadPhotos = library.extent !== null;
      if (!(await library.load())) return void setTimeout(refreshAll, RETRY_MS);
      if (!baseMap.isThere() && (await baseMap.load())) mapView.setStyle(baseMap.style());
      if (!hadPhotos && library.extent) mapView.fit(library.extent, { maxZoom: FIRST_VIEW_MAX_ZOOM });
      page.refresh();
    }

    return {
      refreshAll,
      begin: () => store.state.library.status === "failed" && setTimeout(refreshAll, RETRY_MS),
      extent: () => library.extent,
    };
  },
};
