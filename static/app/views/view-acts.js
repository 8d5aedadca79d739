/**
 * What owners do with saved views, each with an undo.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { createUndoToast } from "../ui/undo-toast.js";

/** @typedef {import("../api/sharing.js").SavedView} SavedView */

/** @param {import("../features.js").Page} page */
export function createViewActs({ api, store, views }) {
  /** @type {ReturnType<typeof createUndoToast<{text: string, undo: () => Promise<unknown>}>> | null} */
  let toast = null;

  /** @param {{text: string, undo: () => Promise<unknown>}} done */
  async function onUndo({ text, undo }) {
    await undo();
    await views.load();
    return TEXTS.tripsUndone(text);
  }

  /** @param {string} text @param {() => Promise<unknown>} undo */
  async function tell(text, undo) {
    await views.load();
    toast ??= createUndoToast({ sign: "bookmark", onUndo });
    toast.show(text, { text, undo });
  }

  return {
    /** Throws an error with status 412 if the name is taken, unless `isReplacing`. @param {SavedView} view @param {boolean} isReplacing */
    async save(view, isReplacing) {
      const former = store.state.views.find(({ name }) => name === view.name);
      await api.saveView(view, !isReplacing);
      if (isReplacing && former) return tell(TEXTS.viewReplaced(view.name), () => api.saveView(former, false));
      return tell(TEXTS.viewSaved(view.name), () => api.removeView(view.name));
    },

    /** The same for a new name of a view. @param {SavedView} view @param {string} name @param {boolean} isReplacing */
    async rename(view, name, isReplacing) {
      const replaced = store.state.views.find((one) => one.name === name);
      await api.saveView({ ...view, name }, !isReplacing);
      await api.removeView(view.name);
      return tell(TEXTS.viewRenamed(view.name, name), async () => {
        await api.saveView(view, true);
        await (isReplacing && replaced ? api.saveView(replaced, false) : api.removeView(name));
      });
    },

    /** @param {SavedView} view */
    async remove(view) {
      await api.removeView(view.name);
      return tell(TEXTS.viewRemoved(view.name), () => api.saveView(view, true));
    },
  };
}
