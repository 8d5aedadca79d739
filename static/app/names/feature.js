/** @module */

import { createLatest } from "../core/latest.js";
import { setWithin } from "../core/store.js";
import { NO_FILTERS, filterKey } from "../filters/filters.js";
import { enteredKeyword } from "../words/change.js";
import { FILTER_OF, NAMES, NAMES_ADDRESS, listOpened, turned, withoutNames } from "./names-state.js";

/** Between a key and the request for what has been typed. */
const TYPING_MS = 150;

/**
 * @typedef {object} NamesService
 * @property {(list: import("./names-state.js").ListName, how?: "push" | "replace") => void} open shows a list; a replaced step in the history is that of another panel
 */

/**
 * The keywords and the people of the photos, as lists with pictures, in which names can be changed and united.
 *
 * @type {import("../features.js").Feature<"names">}
 */
export const feature = {
  name: "names",
  state: [NAMES],
  address: [NAMES_ADDRESS],

  /** @returns {import("../features.js").Service<"names">} */
  start(page) {
    const { store, api, navigation, mapView } = page;
    const latest = createLatest();
    let typing = 0;
    /** Few readers open it, so its module is loaded then. @type {Promise<unknown> | null} */
    let view = null;

    const loadView = () => (view ??= import("./names-view.js").then(({ NamesView }) => new NamesView({
      store, api,
      actions: {
        close, choose, search, rename,
        turnTo: (panel) => (panel === "places" ? page.areas.open("replace") : panel === "trips" ? page.trips.openList("replace") : open(panel, "replace")),
        turn: (name) => store.change(setWithin("names", { opened: turned(store.state.names.opened, name) })),
        retry: load,
        showAll: () => leaveFor(withoutNames(navigation.route.filters, /** @type {import("./names-state.js").ListName} */ (store.state.names.open))),
        clear: () => navigation.change({ filters: NO_FILTERS }),
        mayRename: page.words.isAllowed,
      },
    })));

    function load() {
      const { open, text } = store.state.names;
      if (!open) return;
      store.change(setWithin("names", { status: "loading" }));
      return latest.load((signal) => api.namesIn(open, { text, isTree: open === "keywords" }, withoutNames(store.state.filters, open), signal),
        ({ numberMatched, names }) => store.change(setWithin("names", { status: "ready", list: names, total: numberMatched, problem: "" })),
        (error) => store.change(setWithin("names", { status: "failed", list: [], total: 0, problem: error.message })));
    }

    /** @param {string} text */
    function search(text) {
      store.change(setWithin("names", { text }));
      clearTimeout(typing);
      typing = setTimeout(load, TYPING_MS);
    }

    /** @param {import("./names-state.js").ListName} list @param {"push" | "replace"} [how] */
    function open(list, how) {
      navigation.open({ names: list }, {}, how);
    }

    function close() {
      navigation.stepBack({ names: "" });
    }

    /** @param {string} name */
    function choose(name) {
      const { open } = store.state.names;
      if (open) leaveFor({ ...navigation.route.filters, [FILTER_OF[open]]: name });
    }

    /** @param {string} before @param {string} entered */
    async function rename(before, entered) {
      const { open } = store.state.names;
      if (!open) return;
      const name = open === "keywords" ? enteredKeyword(entered).name : entered;
      await page.words.rename(open, before, name);
      // A filter by the old name would find nothing more.
      const filter = FILTER_OF[open];
      if (navigation.route.filters[filter] === before) navigation.change({ filters: { ...navigation.route.filters, [filter]: name } });
      await load();
    }

    /** @param {import("../filters/filters.js").Filters} filters */
    async function leaveFor(filters) {
      if (await page.map.filterAndFit(filters)) mapView.focus();
    }

    store.watch((state) => filterKey(state.filters), () => load());

    return {
      open,
      refresh: load,

      follow({ names }) {
        if (store.state.names.open === names) return;
        clearTimeout(typing);
        latest.abort();
        store.change(listOpened(names));
        if (!names) return;
        loadView().catch(() => (view = null));
        load();
      },
    };
  },
};
