/** @module */

import { mayNot, set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { createGuestLine, createShareButton } from "./masthead.js";
import { SHARING, emptySharing, sharingChanged } from "./sharing-state.js";

const PARTS = /** @type {const} */ (["links", "places"]);

/**
 * The open part of the panel.
 *
 * @type {import("../core/address.js").AddressPart}
 */
const SHARING_ADDRESS = {
  fields: { sharing: "" },
  isOpening: true,
  read: (fields) => ({ sharing: PARTS.find((part) => part === fields.get("sharing")) ?? "" }),
  write: ({ sharing }) => (sharing ? [`sharing=${sharing}`] : []),
};

/**
 * Whether an owner sees the page as the guest of its link; api/transport.js then sends the link instead of the password.
 *
 * @type {import("../core/address.js").AddressPart}
 */
const GUEST_ADDRESS = {
  fields: { asGuest: false },
  read: (fields) => ({ asGuest: fields.get("as") === "guest" }),
  write: ({ asGuest }) => (asGuest ? ["as=guest"] : []),
};

/**
 * @typedef {object} SharingService
 * @property {() => {beside: number, bottom: number} | null} insets how much of the map the panel covers; null while it is closed
 * @property {() => boolean} escape
 */

/**
 * Links for guests, places that are hidden from them, and what a guest reads about the link.
 *
 * @type {import("../features.js").Feature<"sharing">}
 */
export const feature = {
  name: "sharing",
  state: [SHARING],
  address: [SHARING_ADDRESS, GUEST_ADDRESS],

  /** @returns {import("../features.js").Service<"sharing">} */
  start(page) {
    const { store, navigation } = page;
    /** @type {Promise<import("./sharer.js").Sharer> | null} */
    let loading = null;
    /** @type {import("./sharer.js").Sharer | null} */
    let sharer = null;

    /** Most readers do not share, so the panel is loaded when it is first opened. */
    const load = () => (loading ??= import("./sharer.js").then(({ Sharer }) => (sharer = new Sharer(page))));

    createShareButton(store, () => (store.state.sharing ? escape() : navigation.open({ sharing: "links" })));
    createGuestLine(store);

    function escape() {
      if (!store.state.sharing) return false;
      navigation.stepBack({ sharing: "" });
      return true;
    }

    return {
      insets: () => (store.state.sharing ? sharer?.insets() ?? null : null),
      escape,

      take: (kind, thing) => Boolean(store.state.sharing?.draft) && (sharer?.take(kind, thing) ?? false),

      follow({ sharing: part }) {
        const { sharing } = store.state;
        if (part === (sharing?.part ?? "")) return;
        if (part === "") return store.change(set({ sharing: null }));
        if (mayNot(store.state, "share")) return;
        if (sharing) return store.change(sharingChanged({ part, refusal: "" }));
        store.change(set({ sharing: emptySharing(part) }));
        load().then((ready) => ready.load(), () => {
          loading = null;
          store.change(set({ message: TEXTS.serverSilent, sharing: null }));
        });
      },
    };
  },
};
