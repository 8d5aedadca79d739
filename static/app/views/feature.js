/** @module */

import { may, set } from "../core/store.js";
import { isFiltered } from "../filters/filters.js";
import { byId } from "../ui/dom.js";
import { viewWith } from "./saved-views.js";

export const VIEWS = {
  /** The saved views; empty until loaded, and for guests. */
  views: /** @type {import("../api/sharing.js").SavedView[]} */ ([]),
};

/**
 * @typedef {object} ViewsService
 * @property {() => void} haveChanged loads them again if the page has loaded them
 * @property {() => Promise<string>} load resolves to the reason why they cannot be loaded, or to an empty text
 */

/**
 * Sets of filters that owners have saved under a name. The address has the filters themselves, so a link to a view means
 * the same for those who lack it.
 *
 * @type {import("../features.js").Feature<"views">}
 */
export const feature = {
  name: "views",
  state: [VIEWS],

  /** @returns {import("../features.js").Service<"views">} */
  start(page) {
    const { store, api } = page;
    let isWanted = false;

    /** @returns {Promise<string>} */
    async function load() {
      if (!may(store.state, "views")) return "";
      isWanted = true;
      return api.savedViews().then(({ views }) => {
        store.change(set({ views }));
        return "";
      }, (error) => error.message);
    }

    // The name of the filters is worth a request only if some are set.
    store.watch((state) => state.library.total > 0 && may(state, "views") && isFiltered(state.filters), (hasName) => {
      if (hasName && !isWanted) load();
    });
    const showName = () => {
      const savedViewName = viewWith(store.state.views, store.state.filters)?.name ?? "";
      if (savedViewName !== store.state.savedViewName) store.change(set({ savedViewName }));
    };
    store.watch((state) => state.views, showName);
    store.watch((state) => state.filters, showName);

    /** Most readers never open the panel, so its row is loaded then. @type {Promise<import("./views-row.js").ViewsRow> | null} */
    let row = null;
    store.watch((state) => state.isFiltering && may(state, "views"), (isOpen) => {
      if (!isOpen) return;
      row ??= import("./views-row.js").then(({ createViewsRow }) => createViewsRow(page, byId("filters-panel")));
      row.then(({ open }) => open(), () => (row = null));
    });
    return { load, haveChanged: () => isWanted && void load() };
  },
};
