/** @module */

import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/**
 * The button in the masthead that opens the panel of places; hidden if there are no photos.
 *
 * @param {import("../core/store.js").Store} store
 * @param {() => void} onOpen
 */
export function createAreasButton(store, onOpen) {
  const button = h("button", {
    type: "button", id: "areas-button", class: "areas-button", "aria-haspopup": "dialog", title: TEXTS.places, hidden: true, onclick: () => onOpen(),
  }, icon("place"), h("span", { class: "areas-button-text" }, TEXTS.places));
  document.querySelector(".masthead-text")?.after(button);
  store.watch((state) => state.library.total, (total) => (button.hidden = total === 0));
}
