/**
 * The doubt about the open photo, in its panel.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { doubtButtons, suggestionText } from "./doubt-row.js";
import { evidenceOf } from "./evidence.js";

/**
 * @param {import("../core/store.js").Store} store
 * @param {Parameters<typeof doubtButtons>[1]} actions
 * @returns {HTMLElement} hidden while the open photo is not doubted
 */
export function createPhotoDoubt(store, actions) {
  const element = h("section", { class: "photo-doubt", "aria-label": TEXTS.positionDoubted, hidden: true });
  store.watch((state) => state.photoDoubt, (doubt) => {
    const hadFocus = element.contains(document.activeElement);
    element.hidden = !doubt;
    if (doubt) {
      const suggested = suggestionText(doubt);
      const { text, lang } = evidenceOf(doubt);
      element.replaceChildren(
        h("p", { class: "photo-doubt-title" }, icon("alert"), TEXTS.positionDoubted),
        h("p", { class: "photo-doubt-evidence" }, h("bdi", { lang }, text)),
        ...(suggested ? [h("p", { class: "photo-doubt-evidence" }, suggested)] : []),
        h("div", { class: "doubt-acts" }, ...doubtButtons(doubt, actions)));
    }
    if (hadFocus && !element.contains(document.activeElement)) document.getElementById("panel-title")?.focus({ preventScroll: true });
  });
  return element;
}
