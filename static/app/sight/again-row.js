/** @module */

import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createAgainStrip } from "./again-strip.js";
import { TEXTS } from "../core/texts.js";

/**
 * “Same view, other days” in the panel of a photo and in the details of the viewer.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {(id: number) => void} options.onOpen
 * @param {() => void} options.onCompare
 * @returns {HTMLElement} hidden while there are no such photos
 */
export function createAgainRow({ store, api, onOpen, onCompare }) {
  const title = h("h3", { class: "again-title" });
  const strip = createAgainStrip({ api, label: TEXTS.sameViewPhotos, onChoose: (id) => id !== store.state.photo?.id && onOpen(id) });
  const compare = h("button", { type: "button", class: "button", onclick: () => onCompare() }, icon("compare"), TEXTS.comparePhotos);
  const element = h("section", { class: "again", "aria-label": TEXTS.sameViewPhotos, hidden: true }, h("div", { class: "again-head" }, title, compare), strip.element);

  function show() {
    const { again, photo } = store.state;
    element.hidden = !again || !photo;
    if (!again || !photo) return;
    setText(title, TEXTS.sameView(again.total));
    strip.show(again.photos, [photo.id]);
  }

  store.watch((state) => state.again, show);
  store.watch((state) => state.photo?.id, show);
  return element;
}
