/** @module */

import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { detailOf, isDone, isPlaced } from "./locate-state.js";

/**
 * A file of the list.
 *
 * @param {import("./locate-state.js").Entry} entry
 * @param {(id: number) => void} onShow
 * @returns {HTMLElement}
 */
export function locateRow(entry, onShow) {
  const { id, name, status } = entry;
  const detail = detailOf(entry);
  const text = h("span", { class: "located-detail" });
  setText(text, detail);
  const title = [name, detail].join("\n");
  const content = [
    isPlaced(entry) ? h("i", { class: "located-mark", "aria-hidden": "true" }) : icon(isDone(entry) ? "alert" : "file"),
    h("span", { class: "located-text" },
      h("bdi", { class: "located-name" }, name),
      text),
  ];
  if (!isPlaced(entry)) return h("div", { class: "located-row", title, "data-status": status }, ...content);
  return h("button", { type: "button", class: "located-row", title, "data-status": status, onclick: () => onShow(id) }, ...content);
}
