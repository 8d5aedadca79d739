/** @module */

import { createOfflineChoice } from "./choice.js";
import { canWork, startWorker } from "./worker.js";

/**
 * @typedef {object} OfflineService
 * @property {HTMLElement} choice of how many pictures are kept
 */

/**
 * Opens the page without the server: a service worker keeps what was seen last. `library.js` knows when it answers.
 *
 * @type {import("../features.js").Feature<"offline">}
 */
export const feature = {
  name: "offline",
  withoutMap: true,

  /** @returns {import("../features.js").Service<"offline">} */
  start({ store, api }) {
    const choice = createOfflineChoice();
    /** A link can end, so nothing is kept for its guests. */
    const isFor = (/** @type {import("../core/store.js").State} */ { visitor }) => canWork() && !api.isAsGuest && visitor !== null && visitor.role !== "guest";
    store.watch(isFor, (isOffered) => (choice.hidden = !isOffered));
    return {
      choice,
      // The first pins are there.
      begin: () => store.watch(isFor, (isOffered) => isOffered && whenIdle(() => startWorker())),
    };
  },
};

/** @param {() => void} step */
function whenIdle(step) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(step, { timeout: 10_000 });
  else setTimeout(step, 2000);
}
