/**
 * A strip of small pictures in order of time, each with its date.
 * @module
 */

import { formatDay } from "../core/format.js";
import { KEY_BACK, KEY_ON } from "../core/language.js";
import { thumbnail } from "../panel/thumbnail.js";
import { h } from "../ui/dom.js";

const SIDE_PX = 84;

/**
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {string} options.label
 * @param {(id: number) => void} options.onChoose
 */
export function createAgainStrip({ api, label, onChoose }) {
  const element = h("ul", { class: "again-strip", "aria-label": label });
  /** @type {Map<number, HTMLElement>} */
  let items = new Map();
  /** @type {number[]} */
  let marked = [];

  element.addEventListener("click", (event) => {
    const id = idOf(event);
    if (id !== null) onChoose(id);
  });
  // Around it, swipes and arrow keys step to other photos.
  element.addEventListener("pointerdown", (event) => event.stopPropagation());
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const ids = [...items.keys()];
    const at = ids.indexOf(idOf(event) ?? NaN);
    const to = { [KEY_ON]: at + 1, [KEY_BACK]: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    focus(ids[Math.max(0, Math.min(ids.length - 1, to))]);
  });
  new ResizeObserver(() => centre()).observe(element);

  /** @param {number} id */
  function focus(id) {
    for (const [key, item] of items) buttonIn(item).tabIndex = key === id ? 0 : -1;
    const item = items.get(id);
    if (item) buttonIn(item).focus();
  }

  /** Scrolls only the strip, so that the first of the marked photos is in its middle. */
  function centre() {
    const item = items.get(marked[0]);
    if (!item || !element.clientWidth) return;
    const [box, around] = [item.getBoundingClientRect(), element.getBoundingClientRect()];
    element.scrollLeft += box.left + box.width / 2 - around.left - around.width / 2;
  }

  return {
    element,

    /** @param {import("../api/photos.js").Photo[]} photos in order of time @param {number[]} shown those that are marked; the first is scrolled into view */
    show(photos, shown) {
      const focused = element.contains(document.activeElement) ? Number(document.activeElement?.getAttribute("data-again")) : null;
      marked = shown;
      items = new Map(photos.map((one) => [one.id, items.get(one.id) ?? make(one, api)]));
      element.replaceChildren(...items.values());
      for (const [id, item] of items) {
        buttonIn(item).setAttribute("aria-current", String(shown.includes(id)));
        buttonIn(item).tabIndex = id === (shown[0] ?? photos[0]?.id) ? 0 : -1;
      }
      // Moving an element removes the focus from it.
      if (focused !== null && items.has(focused)) focus(focused);
      // The strip may be about to be moved into the panel of the photo that opens.
      requestAnimationFrame(centre);
    },
  };
}

/** @param {import("../api/photos.js").Photo} photo @param {import("../api.js").Api} api */
function make({ id, properties }, api) {
  const day = formatDay(properties);
  const name = properties.filename;
  return h("li", {}, h("button", { type: "button", class: "again-item", "data-again": id, "aria-label": name ? `${day}, ${name}` : day, title: name },
    thumbnail(api.thumbnailURL(id, SIDE_PX)), h("span", { class: "again-date" }, day)));
}

/** @param {HTMLElement} item */
const buttonIn = (item) => /** @type {HTMLButtonElement} */ (item.firstElementChild);

/** @param {Event} event @returns {number | null} */
function idOf({ target }) {
  const button = /** @type {Element} */ (target).closest("[data-again]");
  return button && Number(button.getAttribute("data-again"));
}
