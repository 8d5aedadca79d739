/** @module */

import { NO_FILTERS, toggled, valuesOf } from "./filters.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { wordFilter } from "./facets.js";
import { KINDS, filterNames } from "./kinds.js";
import { TEXTS } from "../core/texts.js";

/**
 * Shows the filters that are set. Each has a button that removes it.
 *
 * @param {import("./filters.js").Narrow} filter
 */
export function createChips(filter) {
  const element = h("ul", { class: "filter-chips", "aria-label": TEXTS.activeFilters });
  let shown = "";

  return {
    element,

    /** @param {import("./filters.js").Filters} filters @param {Record<string, string>} areaNames */
    show(filters, areaNames) {
      const chips = chipsOf(filters, areaNames);
      const words = chips.map(({ text }) => text).join("\n");
      if (words === shown) return;
      shown = words;
      const hadFocus = element.contains(document.activeElement);
      element.replaceChildren(...chips.map(({ name, value, text }) => item(text, () => filter({ [name]: toggled(filters[name], value) }))));
      if (chips.length > 1) element.append(clearAll(() => filter(NO_FILTERS)));
      if (hadFocus) (element.querySelector("button") ?? document.querySelector(".filters-button"))?.focus();
    },
  };
}

/**
 * @param {import("./filters.js").Filters} filters
 * @param {Record<string, string>} [areaNames] of countries, regions and places
 * @returns {{name: import("./kinds.js").FilterName, value: string, text: string}[]} one for each value
 */
export function chipsOf(filters, areaNames) {
  return filterNames().flatMap((name) => valuesOf(filters[name]).map((value) => ({ name, value, text: chipText(name, value, areaNames) })));
}

function chipText(name, value, areaNames) {
  const { chip } = KINDS[name];
  const words = wordFilter(name, value, areaNames);
  return chip ? `${chip}: ${words}` : words;
}

function item(text, action) {
  return h("li", {}, h("button", { type: "button", class: "filter-chip", "aria-label": TEXTS.removeFilter(text), onclick: action },
    h("bdi", { class: "filter-chip-text" }, text), icon("close")));
}

function clearAll(action) {
  return h("li", {}, h("button", { type: "button", class: "filter-chip is-clear", onclick: action }, TEXTS.clearAll));
}
