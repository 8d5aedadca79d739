/** @module */

import { TEXTS } from "../core/texts.js";
import { byId, h, setText } from "../ui/dom.js";
import { createAccountCard } from "./account-card.js";
import { wordAccount } from "./account-words.js";
import { watchSession } from "./session-watch.js";

/**
 * Who has signed in, signing in and out, and what the page does once the session is over.
 *
 * @type {import("../features.js").Feature<"account">}
 */
export const feature = {
  name: "account",
  withoutMap: true,

  /** @returns {import("../features.js").Service<"account">} */
  start(page) {
    const { store, api, begun } = page;
    const { leave } = watchSession(page);
    /** @type {ReturnType<typeof createAccountCard> | null} */
    let card = null;

    function press() {
      const { visitor } = store.state;
      if (!visitor) return;
      if (!visitor.name) return location.assign(api.signInURL(location.hash));
      card ??= createAccountCard({ api, onOut: leave });
      card.open(visitor);
    }

    createAccountButton(store, press);
    return {
      begin: () => void (store.state.visitor?.isAssumed && begun.library.identify()),
      refresh: () => void (store.state.visitor?.role === "owner" && store.state.visitor.users && begun.library.identify()),
    };
  },
};

/**
 * The button in the masthead with the name of the user; for guests, that to sign in. A server without users has none.
 *
 * @param {import("../core/store.js").Store} store
 * @param {() => void} onPress
 */
function createAccountButton(store, onPress) {
  const name = h("bdi", {});
  const button = h("button", { type: "button", id: "account-button", class: "masthead-link account-button", hidden: true, onclick: () => onPress() }, name);
  byId("counts").parentElement?.append(button);
  store.watch((state) => state.visitor, (visitor) => {
    const words = wordAccount(visitor);
    button.hidden = words === "";
    setText(name, words);
    if (visitor?.name) {
      button.title = TEXTS.account;
      button.setAttribute("aria-label", TEXTS.accountOf(visitor.name));
      button.setAttribute("aria-haspopup", "dialog");
    } else for (const one of ["title", "aria-label", "aria-haspopup"]) button.removeAttribute(one);
  });
}
