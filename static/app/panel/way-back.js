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
  /** @type {((id: number) => boolean) | null} focuses a photo in the list that the open one is from */
  let focusInList = null;
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
    fromGrid(focus = focusInGrid) {
      focusInList = focus;
    },

    fromMap() {
      focusInList = null;
      openedFrom = /** @type {HTMLElement} */ (document.activeElement);
    },

    go() {
      const isShown = lastPhoto !== null && focusInList?.(lastPhoto);
      focusInList = null;
      if (isShown) return;
      if (openedFrom?.isConnected) openedFrom.focus({ preventScroll: true });
      else focusMap();
    },
  };
}
