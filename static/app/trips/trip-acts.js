/**
 * The owners' corrections of trips and texts for the diary, each with an undo.
 * @module
 */

import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { createUndoToast } from "../ui/undo-toast.js";

/**
 * @typedef {object} Done an act that can be undone
 * @property {number} act
 * @property {boolean} isOfDiary whether it is about the diary; else about trips
 * @property {string} text what it did
 * @property {() => void} [then] runs when it is undone
 */

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {() => Promise<unknown>} options.onChange loads the trips anew
 */
export function createTripActs({ store, api, onChange }) {
  /** @type {ReturnType<typeof createUndoToast<Done>> | null} */
  let toast = null;

  /** @param {Done} done */
  async function undo({ act, isOfDiary, text, then }) {
    await (isOfDiary ? api.undoDiary(act) : api.undoTrips(act));
    then?.();
    await onChange();
    return TEXTS.tripsUndone(text);
  }

  /**
   * @param {() => Promise<{id: number}>} send sends the act
   * @param {string} text what it did
   * @param {{isOfDiary?: boolean, onMade?: () => void, onUndone?: () => void}} how with functions that run before the trips are loaded anew
   * @returns {Promise<boolean>} whether it was made
   */
  async function act(send, text, how) {
    toast ??= createUndoToast({ sign: "way", onUndo: undo });
    try {
      const { id } = await send();
      how.onMade?.();
      await onChange();
      toast.show(text, { act: id, isOfDiary: how.isOfDiary ?? false, text, then: how.onUndone });
      return true;
    } catch (error) {
      store.change(set({ message: error.message }));
      return false;
    }
  }

  return {
    /** @param {import("../api/trips.js").Correction} correction @param {string} text @param {{onMade?: () => void, onUndone?: () => void}} [how] */
    correct: (correction, text, how = {}) => act(() => api.correctTrips(correction), text, how),

    /** @param {import("../api/trips.js").DiaryOrder} order */
    write: (order) => act(() => api.writeDiary(order), order.text ? TEXTS.diaryWritten : TEXTS.diaryRemoved, { isOfDiary: true }),
  };
}
