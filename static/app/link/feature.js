/** @module */

import { set } from "../core/store.js";
import { copyText } from "../ui/copy-button.js";
import { createMapChip } from "../ui/map-chip.js";
import { TEXTS } from "../core/texts.js";

const COPIED = TEXTS.linkCopied;
const NOT_COPIED = TEXTS.copyingRefused;
/** How long the map shows the result. */
const SHOWN_MS = 2500;

export const LINK = {
  /** The result of copying a link. */
  linkNote: /** @type {string | null} */ (null),
};

/**
 * Copies a link to the current view. Useful where the address bar is hidden: on phones, and in the installed page.
 *
 * @type {import("../features.js").Feature<"link">}
 */
export const feature = {
  name: "link",
  state: [LINK],
  withoutMap: true,
  keys: [{ group: TEXTS.everywhere, rows: [[["C"], TEXTS.copyLinkToView]], run: { c: ({ link }) => link.copy() } }],
  photoActions: [{ label: TEXTS.copyLink, sign: "copy", run: copyLink }],

  /** @returns {import("../features.js").Service<"link">} */
  start({ store }) {
    const chip = createMapChip({ name: "link", sign: "copy", closeLabel: TEXTS.closeMessage, onClose: () => store.change(set({ linkNote: null })) });
    store.watch((state) => state.linkNote, chip.show);
    let timer = 0;

    return {
      async copy() {
        clearTimeout(timer);
        store.change(set({ linkNote: await copyLink() }));
        timer = setTimeout(() => store.change(set({ linkNote: null })), SHOWN_MS);
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
