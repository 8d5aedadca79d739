/** @module */

/**
 * Brings the focus back to where a photo or list was opened from, once it is closed.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {(id: number) => boolean} options.focusInGrid whether the grid shows the photo, which then has the focus
 * @param {() => void} options.focusMap
 */
export function createWayBack({ store, focusInGrid, focusMap }) {
  let isFromGrid = false;
  /** The photo that was open last, which need not be the first that was. @type {number | null} */
  let lastPhoto = null;
  /** @type {HTMLElement | null} */
  let openedFrom = null;
  store.watch((state) => state.photo?.id ?? null, (id) => (lastPhoto = id ?? lastPhoto));

  return {
    fromGrid() {
      isFromGrid = true;
    },

    fromMap() {
      isFromGrid = false;
      openedFrom = /** @type {HTMLElement} */ (document.activeElement);
    },

    go() {
      const isShown = isFromGrid && lastPhoto !== null && focusInGrid(lastPhoto);
      isFromGrid = false;
      if (isShown) return;
      if (openedFrom?.isConnected) openedFrom.focus({ preventScroll: true });
      else focusMap();
    },
  };
}
