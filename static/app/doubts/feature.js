/** @module */

import { may, mayNot, set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { createDoubtsLink } from "./doubts-link.js";
import { createDoubtsLoader } from "./doubts-loader.js";
import { ALL, DOUBTS, DOUBTS_ADDRESS, emptyDoubts } from "./doubts-state.js";
import { watchFlight } from "./photo-flight.js";

/** Between a change of the library and the request for the counts, while neither the list nor a doubt is shown. */
const LATER_MS = 3000;

/**
 * @typedef {object} DoubtsService
 * @property {() => {beside: number, bottom: number, isFull?: boolean} | null} insets how much of the map the list covers; null while it is closed
 * @property {() => HTMLElement} place makes a place for the doubt about the open photo
 * @property {() => boolean} escape
 */

/**
 * Positions that cannot be true: their list, and the doubt about the open photo. Only for owners.
 *
 * @type {import("../features.js").Feature<"doubts">}
 */
export const feature = {
  name: "doubts",
  state: [DOUBTS],
  address: [DOUBTS_ADDRESS],

  /** @returns {import("../features.js").Service<"doubts">} */
  start(page) {
    const { store, api, navigation, mapView } = page;
    watchFlight(store);
    const loader = createDoubtsLoader(store, api, () => open(ALL));
    let timer = 0;
    /** @type {import("./doubter.js").Doubter | null} */
    let doubter = null;
    /** Most readers have no doubts, so the list is loaded when it is needed. @type {Promise<import("./doubter.js").Doubter> | null} */
    let loading = null;
    const load = () => (loading ??= import("./doubter.js").then(({ Doubter }) => (doubter = new Doubter(page, loader))));
    const withDoubter = (/** @type {(ready: import("./doubter.js").Doubter) => void} */ run) => load().then(run, () => {
      loading = null;
      store.change(set({ message: TEXTS.serverSilent }));
    });

    /** @param {string} group */
    function open(group) {
      navigation.open({ doubts: group }, {}, store.state.doubts ? "replace" : "push");
    }

    function escape() {
      if (!store.state.doubts || store.state.photo) return false;
      navigation.stepBack({ doubts: null });
      return true;
    }

    function countLater() {
      clearTimeout(timer);
      timer = setTimeout(loader.count, LATER_MS);
    }

    createDoubtsLink(store, () => open(ALL));
    dropForOthers(page);
    store.watch((state) => state.photo?.feature ?? null, () => loader.aboutPhoto());
    store.watch((state) => (state.doubtCounts?.total ?? 0) > 0, () => loader.aboutPhoto());
    // A scan changes the library every second.
    store.watch((state) => state.scan !== null, (isScanning) => isScanning || !store.state.doubtCounts || countLater());
    // Once the map is drawn, so that nothing waits for it.
    mapView.onReady(() => loader.count());
    // A visitor may become an owner.
    store.watch((state) => may(state, "doubts"), (isOffered) => (isOffered ? store.state.doubtCounts === null && countLater() : store.change(set({ doubtCounts: null, photoDoubt: null }))));

    return {
      insets: () => (store.state.doubts ? doubter?.insets() ?? null : null),
      escape,

      place() {
        const element = document.createElement("div");
        element.hidden = true;
        store.watch((state) => state.photoDoubt !== null, (isDoubted) => {
          element.hidden = !isDoubted;
          if (isDoubted && !element.childElementCount) withDoubter((ready) => element.childElementCount || element.append(ready.photoDoubt()));
        });
        return element;
      },

      refresh() {
        if (!may(store.state, "doubts")) return;
        const { doubts, photoDoubt, scan } = store.state;
        if (doubts) loader.reload();
        if (photoDoubt || (store.state.photo && store.state.doubtCounts?.total)) loader.aboutPhoto();
        // The list of all has the counts.
        if (doubts?.group === ALL) return;
        if (doubts || photoDoubt || doubter?.hasActed()) loader.count();
        else if (!scan) countLater();
      },

      follow({ doubts: group }) {
        if ((store.state.doubts?.group ?? null) === group || (group && mayNot(store.state, "doubts"))) return;
        store.change(set({ doubts: group === null ? null : emptyDoubts(group) }));
        if (group === null) return;
        withDoubter(() => {});
        loader.open();
        if (group !== ALL && !store.state.doubtCounts) loader.count();
      },
    };
  },
};

/**
 * For other visitors than owners, the filter is dropped.
 *
 * @param {import("../features.js").Page} page
 */
function dropForOthers({ store, navigation }) {
  store.watch((state) => mayNot(state, "doubts"), (isRefused) => {
    if (!isRefused) return;
    // The address is read after this feature has started.
    queueMicrotask(() => {
      const { filters } = navigation.route;
      if (filters.doubt) navigation.go({ filters: { ...filters, doubt: "" } }, "replace");
    });
  });
}
