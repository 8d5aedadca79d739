/** @module */

import { may, set } from "../core/store.js";
import { copyText } from "../ui/copy-button.js";
import { byId, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createMapChip } from "../ui/map-chip.js";
import { TEXTS } from "../core/texts.js";
import { canHandOn, handOn } from "./handing-on.js";

const COPIED = TEXTS.linkCopied;
const NOT_COPIED = TEXTS.copyingRefused;
/** How long the map shows the result. */
const SHOWN_MS = 2500;

export const LINK = {
  /** The result of copying a link. */
  linkNote: /** @type {string | null} */ (null),
};

/**
 * @typedef {object} LinkService
 * @property {() => void} copy copies the address
 * @property {(photo: import("../api/photos.js").Photo) => Promise<string | void>} sharePhoto
 */

/**
 * Copies and shares a link to the current view. Useful where the address bar is hidden: on phones, and in the installed page.
 *
 * @type {import("../features.js").Feature<"link">}
 */
export const feature = {
  name: "link",
  state: [LINK],
  withoutMap: true,
  keys: [{ group: TEXTS.everywhere, rows: [[["C"], TEXTS.copyLinkToView]], run: { c: ({ link }) => link.copy() } }],
  photoActions: [
    { label: TEXTS.share, sign: "share", suits: canHandOn, run: (photo, page) => page.link.sharePhoto(photo) },
    { label: TEXTS.copyLink, sign: "copy", run: copyLink },
  ],

  /** @returns {import("../features.js").Service<"link">} */
  start(page) {
    const { store } = page;
    const chip = createMapChip({ name: "link", sign: "copy", closeLabel: TEXTS.closeMessage, onClose: () => store.change(set({ linkNote: null })) });
    store.watch((state) => state.linkNote, chip.show);
    let timer = 0;
    /** @type {Promise<import("./share-card.js").ShareCard> | null} */
    let loading = null;

    /**
     * Most readers do not share, so the dialog is loaded when it is first opened.
     *
     * @param {import("../api/photos.js").Photo | null} photo
     */
    async function openCard(photo) {
      loading ??= import("./share-card.js").then(({ ShareCard }) => new ShareCard(page));
      const card = await loading.catch(() => (loading = null));
      if (card) card.open(photo);
      else store.change(set({ message: TEXTS.serverSilent }));
    }

    /**
     * Owners choose what of the photo they share; others can share only its address.
     *
     * @param {import("../api/photos.js").Photo} photo
     */
    async function sharePhoto(photo) {
      if (may(store.state, "share")) return openCard(photo);
      const result = await handOn({ title: document.title, url: location.href });
      if (result === "failed" || result === "late") return copyLink();
    }

    return {
      sharePhoto,

      async copy() {
        clearTimeout(timer);
        store.change(set({ linkNote: await copyLink() }));
        timer = setTimeout(() => store.change(set({ linkNote: null })), SHOWN_MS);
      },

      begin() {
        if (!page.mapView) return;
        const row = h("button", { type: "button", class: "layer-act layer-share", onclick: () => openCard(null) }, icon("share"), h("span", { class: "layer-name" }, TEXTS.shareView), h("span", { class: "layer-detail" }, TEXTS.shareViewDetail));
        const card = byId("layer-chooser");
        card.insertBefore(h("div", {}, h("hr"), row), card.querySelector(".layer-theme"));
      },
    };
  },
};

/**
 * The address names what is open and where the map is.
 *
 * @returns {Promise<string>} the result, as a text
 */
async function copyLink() {
  return (await copyText(location.href)) ? COPIED : NOT_COPIED;
}
