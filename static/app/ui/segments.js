/** @module */

import { h } from "./dom.js";

/**
 * One of a few values, as a row of buttons of which one is pressed.
 *
 * @template {string} Value
 * @param {object} options
 * @param {string} options.label
 * @param {{value: Value, label: string, title?: string}[]} options.choices
 * @param {(value: Value) => void} options.onChoose
 * @param {string} [options.className]
 */
export function createSegments({ label, choices, onChoose, className = "" }) {
  const element = h("div", { class: `orders ${className}`, role: "group", "aria-label": label },
    ...choices.map(({ value, label: text, title }) => h("button", {
      type: "button", class: "order", "data-order": value, title, onclick: () => onChoose(value),
    }, text)));

  return {
    element,

    /** @param {Value} value the one that holds */
    show(value) {
      for (const button of element.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.order === value));
    },
  };
}
