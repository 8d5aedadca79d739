/**
 * Small cards at the upper edge of the map with a state, a problem, a legend or choices, and a close button.
 * @module
 */

import { byId, h, setText } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} [options.sign] one of the icons
 * @param {string} options.closeLabel
 * @param {() => void} options.onClose
 */
export function createMapChip({ name, sign, closeLabel, onClose }) {
  const text = h("p", { class: "map-chip-text", role: "status" });
  const close = h("button", { type: "button", class: "icon-button map-chip-close", "aria-label": closeLabel, title: closeLabel, onclick: () => onClose() }, icon("close"));
  const steps = h("span", { class: "map-chip-steps" });
  const chip = h("div", { class: "map-chip", "data-chip": name, hidden: true }, ...(sign ? [icon(sign, "icon map-chip-icon")] : []), text, close);
  byId("map-chips").append(chip);

  return {
    /** @param {string | null} words null hides the chip @param {{colour: string, label: string}[]} [legend] */
    show(words, legend = []) {
      chip.hidden = !words;
      setText(text, words ?? "");
      chip.classList.toggle("has-steps", legend.length > 0);
      steps.replaceChildren(...legend.map(({ colour, label }) => {
        const swatch = h("i", { class: "map-chip-step" });
        swatch.style.backgroundColor = colour;
        return h("span", {}, swatch, label);
      }));
      if (legend.length) text.after(steps);
      else steps.remove();
    },

    /** Shows words and buttons. @param {string} words @param {{label: string, title?: string, run: () => void}[]} choices */
    offer(words, choices) {
      this.show(words);
      chip.classList.add("has-choices");
      steps.replaceChildren(...choices.map(({ label, title = "", run }) => h("button", { type: "button", class: "map-chip-choice", dir: "auto", title, onclick: () => run() }, label)));
      text.after(steps);
    },
  };
}
