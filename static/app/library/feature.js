/** @module */

import { createRetry } from "../core/retry.js";
import { FIRST_VIEW_MAX_ZOOM } from "../map/fit.js";
import { hideNotice, showEmpty } from "../ui/notice.js";
import { retryPictures } from "../ui/picture-queue.js";
import { LIBRARY } from "./library.js";
import { createToast } from "./toast.js";

const RETRY_MS = 2000;

/**
 * @typedef {object} LibraryService
 * @property {() => Promise<void>} refreshAll reloads all that the page shows, and retries until the server answers
 * @property {() => Promise<void>} check asks whether the server answers; if not, says so and reloads all once it does
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
    const all = createRetry(refreshOnce, RETRY_MS);
    let isChecking = false;
    page.api.whenSilent(check);
    // The map requests nothing in a view that it remembers, so the library asks until the server answers.
    store.watch((state) => (state.trouble?.isAway ?? false) || state.kept !== null, (isAway) => isAway && all.later());
    createToast({ store, onRetry: () => (store.state.library.status === "failed" || store.state.trouble?.isAway ? all.now() : page.first.viewport.retry()) });
    for (const part of /** @type {const} */ (["library", "scanCommand"])) store.watch((state) => state[part], showEmptiness);

    function showEmptiness() {
      const { library: { status, total }, scanCommand } = store.state;
      if (status !== "ready" || total > 0) return hideNotice();
      showEmpty({ scanCommand, onCheck: all.now, onReport: () => page.unplaced.open("all") });
    }

    /** @returns {Promise<boolean>} whether the server answered */
    async function refreshOnce() {
      // One small question, as all others would be answered with what was kept.
      if (store.state.kept !== null && !(await page.api.isThere())) return false;
      const hadPhotos = library.extent !== null;
      if (!(await library.load())) return false;
      if (!baseMap.isThere() && (await baseMap.load())) mapView.setStyle(baseMap.style());
      if (!hadPhotos && library.extent) mapView.fit(library.extent, { maxZoom: FIRST_VIEW_MAX_ZOOM });
      page.refresh();
      return true;
    }

    /** Any request may be the first that gets no answer. */
    async function check() {
      if (isChecking || store.state.trouble?.isAway || store.state.kept !== null) return;
      isChecking = true;
      await library.load();
      isChecking = false;
    }

    // Pictures may have failed for the same reason.
    store.watch((state) => Boolean(state.trouble), (hasTrouble) => hasTrouble || retryPictures());

    return {
      refreshAll: all.now,
      check,
      begin: () => store.state.library.status === "failed" && all.later(),
      extent: () => library.extent,
    };
  },
};
