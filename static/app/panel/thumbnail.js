/** @module */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/**
 * A picture that loads when it comes near the screen, and a drawn sign where none can be had.
 *
 * @param {string} url
 * @returns {HTMLElement}
 */
export function thumbnail(url) {
  const picture = h("img", { alt: "", loading: "lazy", decoding: "async", draggable: "false" });
  const frame = h("span", { class: "thumbnail" }, icon("picture", "icon thumbnail-blank"), picture);
  picture.addEventListener("load", () => picture.classList.add("is-loaded"));
  picture.addEventListener("error", () => picture.remove());
  picture.src = url;
  return frame;
}
