/** @module */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { loadPicture } from "../ui/picture-queue.js";

/** @type {WeakMap<Element, () => void>} */
const loaders = new WeakMap();

const watcher = new IntersectionObserver((entries) => {
  // The queue loads the last first: the upper ones come before those below.
  for (const { isIntersecting, target } of entries.reverse()) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    loaders.get(target)?.();
  }
}, { rootMargin: "200px" });

/**
 * A thumbnail that is loaded when it comes near the screen, or an icon if it has none.
 *
 * @param {string} url
 * @returns {HTMLElement}
 */
export function thumbnail(url) {
  const picture = h("img", { alt: "", decoding: "async", draggable: "false" });
  const frame = h("span", { class: "thumbnail" }, icon("picture", "icon thumbnail-blank"), picture);
  picture.addEventListener("load", () => picture.classList.add("is-loaded"));
  loaders.set(frame, () => loadPicture(picture, url));
  watcher.observe(frame);
  return frame;
}
