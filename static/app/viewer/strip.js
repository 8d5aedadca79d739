/** @module */

import { thumbnail } from "../panel/thumbnail.js";
import { h } from "../ui/dom.js";
import { TEXTS } from "../core/texts.js";

const SIDE_PX = 56;

/**
 * @typedef {{first: number, photos: import("../api/photos.js").Photo[]}} Stretch consecutive photos, and the position of the first, counted from one
 */

/**
 * The film strip of the viewer: the photos before and after the current one; a click opens one.
 *
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {(id: number) => void} options.onOpen
 */
export function createStrip({ api, onOpen }) {
  const element = h("ul", { class: "strip", "aria-label": TEXTS.photosBeforeAndAfter, hidden: true });
  /** @type {Map<number, HTMLElement>} */
  let items = new Map();

  element.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-strip]");
    if (button) onOpen(Number(button.getAttribute("data-strip")));
  });

  function make({ id, properties: { filename = TEXTS.photo } }, position) {
    return h("li", {}, h("button", {
      type: "button", class: "strip-item", "data-strip": id, "aria-label": `${position}: ${filename}`, title: filename,
    }, thumbnail(api.thumbnailURL(id, SIDE_PX))));
  }

  return {
    element,

    /** @param {Stretch} near @param {number} id the photo that is shown */
    show({ first, photos }, id) {
      element.hidden = photos.length < 2;
      const focused = document.activeElement?.getAttribute("data-strip");
      items = new Map(photos.map((one, index) => [one.id, items.get(one.id) ?? make(one, first + index)]));
      element.replaceChildren(...items.values());
      // Moving an element removes the focus from it.
      if (focused) items.get(Number(focused))?.querySelector("button")?.focus({ preventScroll: true });
      for (const [key, item] of items) item.firstElementChild?.setAttribute("aria-current", String(key === id));
      const shown = items.get(id);
      if (shown) element.scrollLeft = shown.offsetLeft + shown.offsetWidth / 2 - element.clientWidth / 2;
    },
  };
}
