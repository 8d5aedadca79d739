/** @module */

import { may, set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { byId, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createDrop } from "./drop.js";
import { createFileField } from "./file-field.js";
import { FOUND, FOUND_PART } from "./locate-layers.js";
import { LOCATED, nextAtSpot } from "./locate-state.js";

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
    createDrop({ isOffered: () => isOffered() && (navigation.isOpen || !document.querySelector("dialog[open]")), onFiles: begin });

    /** @param {Promise<import("./drop.js").Chosen[]>} files */
    async function begin(files) {
      const [ready, chosen] = await Promise.all([load(), files]).catch(() => {
        loading = null;
        store.change(set({ message: TEXTS.serverSilent }));
        return [];
      });
      if (!ready || !chosen.length || !isOffered()) return;
      navigation.closeAll();
      ready.begin(chosen);
    }

    function close() {
      locator?.stop();
      store.change(set({ located: null }));
    }

    store.watch(isOffered, (isOfferedNow) => isOfferedNow || !store.state.located || close());

    return {
      insets: () => (store.state.located ? locator?.insets() ?? null : null),

      begin() {
        const button = h("button", { type: "button", class: "layer-act layer-locate", onclick: () => choose() }, icon("place"), h("span", { class: "layer-name" }, TEXTS.locateFiles), h("span", { class: "layer-detail" }, TEXTS.locateFilesDetail));
        const way = h("div", {}, h("hr"), button);
        const card = byId("layer-chooser");
        card.insertBefore(way, card.querySelector(".layer-theme"));
        store.watch(isOffered, (isOfferedNow) => (way.hidden = !isOfferedNow));
      },

      // What the address opens is in the place of the list, which comes back when that is closed.
      follow: () => navigation.isOpen !== store.state.isLocatedCovered && store.change(set({ isLocatedCovered: navigation.isOpen })),

      take(kind, drawn) {
        const { located } = store.state;
        if (kind !== "drawn" || !located || drawn.layer.id !== FOUND) return false;
        locator?.show(nextAtSpot(located, drawn.properties.entry), true);
        return true;
      },

      escape() {
        if (!store.state.located || store.state.isLocatedCovered) return false;
        close();
        return true;
      },
    };
  },
};
