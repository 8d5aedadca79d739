/** @module */

import { chipsOf, editable } from "./chip-texts.js";
import { NO_FILTERS, toggled } from "./filters.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { KINDS } from "./kinds.js";
import { TEXTS } from "../core/texts.js";

/**
 * Shows the filters that are set. Each has a button to edit it in the search box, and one that removes it.
 *
 * @param {object} options
 * @param {import("./filters.js").Narrow} options.filter
 * @param {(words: string, others: import("./filters.js").Filters) => void} options.edit
 */
export function createChips({ filter, edit }) {
  const element = h("ul", { class: "filter-chips", "aria-label": TEXTS.activeFilters });
  let shown = "";

  return {
    element,

    /** @param {import("./filters.js").Filters} filters @param {Record<string, string>} areaNames @param {string} viewName of all of them together */
    show(filters, areaNames, viewName) {
      const chips = chipsOf(filters, areaNames);
      const words = [viewName, ...chips.map(({ text }) => text)].join("\n");
      if (words === shown) return;
      shown = words;
      const hadFocus = element.contains(document.activeElement);
      element.replaceChildren(...chips.map(({ name, value, text }) => {
        const without = { [name]: toggled(filters[name], value) };
        const canEdit = !(/** @type {import("./kinds.js").Kind} */ (KINDS[name]).isFixed);
        return item(text, { remove: () => filter(without), edit: canEdit && (() => edit(editable(name, value, areaNames), { ...filters, ...without })) });
      }));
      if (viewName && !filters.view) element.prepend(h("li", { class: "filter-chip is-view" }, icon("bookmark"), h("bdi", { class: "view-name" }, viewName)));
      if (chips.length > 1) element.append(clearAll(() => filter(NO_FILTERS)));
      if (hadFocus) (/** @type {HTMLElement | null} */ (element.querySelector(".filter-chip-remove")) ?? document.querySelector(".filters-button"))?.focus();
    },
  };
}

function item(text, { edit, remove }) {
  const words = h("bdi", { class: "filter-chip-text" }, text);
  return h("li", { class: "filter-chip" },
    !edit ? h("span", { class: "filter-chip-edit is-fixed" }, words) : h("button", { type: "button", class: "filter-chip-edit", "aria-label": TEXTS.editFilter(text), title: TEXTS.editFilter(text), onclick: edit }, words),
    h("button", { type: "button", class: "filter-chip-remove", "aria-label": TEXTS.removeFilter(text), title: TEXTS.removeFilter(text), onclick: remove }, icon("close")));
}

function clearAll(action) {
  return h("li", {}, h("button", { type: "button", class: "filter-chip is-clear", onclick: action }, TEXTS.clearAll));
}
