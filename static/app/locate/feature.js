/** @module */

import { may, mayNot, set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { byId, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createDrop } from "./drop.js";
import { createFileField } from "./file-field.js";
import { FOUND, FOUND_PART } from "./locate-layers.js";
import { LOCATE_ADDRESS, LOCATED, nextAtSpot, noneLocated } from "./locate-state.js";

/**
 * @typedef {object} LocateService
 * @property {() => {beside: number, bottom: number, isFull?: boolean} | null} insets how much of the map the list covers; null while it is closed
 */

/**
 * Where files were taken that the server does not have, and does not store. Only for owners.
 *
 * @type {import("../features.js").Feature<"locate">}
 */
export const feature = {
  name: "locate",
  state: [LOCATED],
  address: [LOCATE_ADDRESS],
  mapParts: [FOUND_PART],

  /** @returns {import("../features.js").Service<"locate">} */
  start(page) {
    const { store, navigation } = page;
    /** @type {import("./locator.js").Locator | null} */
    let locator = null;
    /** Few readers need it, so the list is loaded when it is needed. @type {Promise<import("./locator.js").Locator> | null} */
    let loading = null;
    const load = () => (loading ??= import("./locator.js").then(({ Locator }) => (locator = new Locator(page, { choose, close }))));
    const isOffered = () => may(store.state, "locate");
    const choose = createFileField((files) => begin(Promise.resolve(files.map((file) => ({ file, folder: "" })))));
    // A dialog that the address does not know stays open, and would cover the list.
    const isClear = () => (navigation.isOpen && !store.state.isLocatedOpen) || !document.querySelector("dialog[open]");
    createDrop({ isOffered: () => isOffered() && isClear(), onFiles: begin });

    function fail() {
      loading = null;
      store.change(set({ message: TEXTS.serverSilent }));
      return [];
    }

    /** @param {Promise<import("./drop.js").Chosen[]>} files */
    async function begin(files) {
      const [ready, chosen] = await Promise.all([load(), files]).catch(fail);
      if (ready && chosen.length && isOffered()) ready.begin(chosen);
    }

    function close() {
      navigation.stepBack({ locate: false });
    }

    function drop() {
      locator?.stop();
      store.change(set({ located: null }));
    }

    store.watch((state) => mayNot(state, "locate"), (isRefused) => isRefused && drop());

    return {
      insets: () => (store.state.located ? locator?.insets() ?? null : null),

      begin() {
        const button = h("button", { type: "button", class: "layer-act layer-locate", onclick: () => choose() }, icon("place"), h("span", { class: "layer-name" }, TEXTS.locateFiles), h("span", { class: "layer-detail" }, TEXTS.locateFilesDetail));
        const way = h("div", {}, h("hr"), button);
        const card = byId("layer-chooser");
        card.insertBefore(way, card.querySelector(".layer-theme"));
        store.watch(isOffered, (isOfferedNow) => (way.hidden = !isOfferedNow));
      },

      follow({ locate }, { isEntered }) {
        const wasCovered = store.state.located && !store.state.isLocatedOpen;
        const isOpen = locate && !mayNot(store.state, "locate");
        if (isOpen !== store.state.isLocatedOpen) store.change(set({ isLocatedOpen: isOpen }));
        if (isOpen && !store.state.located) {
          store.change(set({ located: noneLocated() }));
          load().catch(fail);
        }
        if (navigation.isOpen || !store.state.located) return;
        // What is opened over the list leads back to it. After a change of a filter this is no step back in the history.
        if (wasCovered && isEntered === undefined) queueMicrotask(() => navigation.isOpen || navigation.go({ locate: true }, "replace"));
        else drop();
      },

      take(kind, drawn) {
        const { located } = store.state;
        if (kind !== "drawn" || !located || drawn.layer.id !== FOUND) return false;
        locator?.show(nextAtSpot(located, drawn.properties.entry), true);
        return true;
      },

      escape() {
        if (!store.state.located || !store.state.isLocatedOpen) return false;
        close();
        return true;
      },
    };
  },
};
