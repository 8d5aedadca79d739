/** @module */

/**
 * Restores the focus to where a photo or list was opened from, after it was closed.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {(id: number) => boolean} options.focusInGrid focuses the photo in the grid; false if the grid does not show it
 * @param {() => void} options.focusMap
 */
export function createWayBack({ store, focusInGrid, focusMap }) {
  let isFromGrid = false;
  /**
   * The photo that was open last. It may differ from the first one, because the reader can step.
   *
   * @type {number | null}
   */
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
