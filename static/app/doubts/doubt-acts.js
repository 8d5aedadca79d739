/**
 * Says of doubted positions that they are true, or that the suggested ones are, and offers to undo it.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { createUndoToast } from "../ui/undo-toast.js";

/** @typedef {"accept" | "correct"} How */

/**
 * @param {import("../features.js").Page} page
 * @param {object} listeners
 * @param {(photos: number[], how: How) => void} listeners.onSettled
 * @param {(photos: number[]) => void} listeners.onUndone the list should focus one of these
 */
export function createDoubtActs(page, { onSettled, onUndone }) {
  const { api, store } = page;
  const toast = createUndoToast({ sign: "place", onUndo: undo });
  let isSending = false;

  let hasActed = false;

  /** Loads the doubts too. */
  function changed() {
    page.library.refreshAll();
    const { photo } = store.state;
    if (photo) page.panel.reload(photo.id);
  }

  /** @param {{act: number, photos: number[]}} done */
  async function undo({ act, photos }) {
    const { undone } = await api.undoDoubts(act);
    onUndone(photos);
    changed();
    return TEXTS.doubtsUndone(undone);
  }

  return {
    /** @param {How} how @param {() => Promise<number[]>} which the ids of the photos */
    async settle(how, which) {
      if (isSending) return;
      isSending = hasActed = true;
      try {
        const ids = await which();
        const { id, photos } = await api.settleDoubts(ids, how);
        onSettled(ids, how);
        toast.show((how === "accept" ? TEXTS.positionsAccepted : TEXTS.positionsCorrected)(photos), { act: id, photos: ids });
      } catch (error) {
        toast.show(error.message);
      } finally {
        isSending = false;
      }
      changed();
    },

    hasActed: () => hasActed,
  };
}
