/** @module */

import { TEXTS } from "../core/texts.js";
import { byId, h, setText } from "../ui/dom.js";

/**
 * The button in the masthead with the number of doubted positions; hidden if there are none.
 *
 * @param {import("../core/store.js").Store} store
 * @param {() => void} onOpen
 */
export function createDoubtsLink(store, onOpen) {
  const link = h("button", { type: "button", id: "doubts-link", class: "masthead-link", hidden: true, onclick: () => onOpen() });
  (document.getElementById("unplaced-link") ?? byId("counts")).after(link);
  store.watch((state) => state.doubtCounts?.total ?? 0, (count) => {
    link.hidden = count === 0;
    setText(link, TEXTS.doubtedCount(count));
  });
}
