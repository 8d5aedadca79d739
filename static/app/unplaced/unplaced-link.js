/** @module */

import { byId, h, setText } from "../ui/dom.js";
import { countUnplaced } from "./reasons.js";
import { TEXTS } from "../core/texts.js";

/**
 * The button in the masthead with the number of files that are not on the map; hidden if there are none.
 *
 * @param {import("../core/store.js").Store} store
 * @param {() => void} onOpen
 */
export function createUnplacedLink(store, onOpen) {
  const link = h("button", { type: "button", id: "unplaced-link", class: "masthead-link", hidden: true, onclick: () => onOpen() });
  byId("counts").after(link);
  store.watch((state) => countUnplaced(state.unlocated), (count) => {
    link.hidden = count === 0;
    setText(link, TEXTS.notOnMapCount(count));
  });
}
