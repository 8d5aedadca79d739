/**
 * Small cards at the upper edge of the map with a state or a problem and a close button.
 * @module
 */

import { byId, h, setText } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.sign one of the icons
 * @param {string} options.closeLabel
 * @param {() => void} options.onClose
 */
export function createMapChip({ name, sign, closeLabel, onClose }) {
  const text = h("p", { class: "map-chip-text", role: "status" });
  const close = h("button", { type: "button", class: "icon-button map-chip-close", "aria-label": closeLabel, title: closeLabel, onclick: () => onClose() }, icon("close"));
  const chip = h("div", { class: "map-chip", "data-chip": name, hidden: true }, icon(sign, "icon map-chip-icon"), text, close);
  byId("map-chips").append(chip);

  return {
    /** @param {string | null} words nothing hides the chip */
    show(words) {
      chip.hidden = !words;
      setText(text, words ?? "");
    },
  };
}
