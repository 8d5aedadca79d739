/** @module */

import { may } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { byId, h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { wordVisitor } from "./terms.js";

/**
 * The button in the masthead that opens the panel, for owners.
 *
 * @param {import("../core/store.js").Store} store
 * @param {() => void} onOpen
 */
export function createShareButton(store, onOpen) {
  const button = h("button", {
    type: "button", id: "share-button", class: "areas-button share-button", "aria-expanded": "false", title: TEXTS.share, hidden: true, onclick: () => onOpen(),
  }, icon("share"), h("span", { class: "areas-button-text" }, TEXTS.share));
  document.querySelector(".masthead")?.append(button);
  store.watch((state) => state.library.total > 0 && may(state, "share"), (isOffered) => (button.hidden = !isOffered));
  store.watch((state) => state.sharing !== null, (isOpen) => button.setAttribute("aria-expanded", String(isOpen)));
}

/**
 * The line in the masthead that tells guests who shares, and until when.
 *
 * @param {import("../core/store.js").Store} store
 */
export function createGuestLine(store) {
  const line = h("p", { id: "guest-line", class: "masthead-counts guest-line", hidden: true });
  byId("counts").after(line);
  store.watch((state) => state.visitor, (visitor) => {
    const words = visitor ? wordVisitor(visitor) : "";
    line.hidden = words === "";
    setText(line, words);
  });
}
