/**
 * The button that opens the filters, the panel with their choices, and the chips of those that are set.
 * @module
 */

import { NO_FILTERS, filterKey, isFiltered } from "./filters.js";
import { boxOf } from "../core/box.js";
import { set } from "../core/store.js";
import { byId, h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createNewest } from "../core/newest.js";
import { chipsOf, createChips } from "./chips.js";
import { createChoiceList } from "./choice-list.js";
import { createDateField } from "./date-field.js";
import { choicesOf, facetQuestions } from "./facets.js";

const LISTS = /** @type {const} */ ([
  { subject: "camera", title: "Camera", any: "Any camera" },
  { subject: "media", title: "Kind", any: "Photos and videos" },
  { subject: "source", title: "Location source", any: "Any source" },
  { subject: "path", title: "Folder", any: "All folders" },
]);

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {import("./filters.js").Narrow} options.filter
 */
export function createFiltersPanel({ store, api, filter }) {
  const badge = h("span", { class: "filters-badge", "aria-hidden": "true" });
  const button = h("button", {
    type: "button", class: "filters-button", "aria-haspopup": "dialog", "aria-expanded": "false", "aria-controls": "filters-panel",
    onclick: () => toggle(panel.hidden),
  }, icon("filter"), h("span", {}, "Filters"), badge);
  const status = h("p", { class: "filters-status", role: "status" });
  const inView = h("input", { type: "checkbox", role: "switch", onchange: () => load() });
  const clear = h("button", { type: "button", class: "button", onclick: () => filter(NO_FILTERS) }, "Clear all");
  const close = h("button", { type: "button", class: "button is-primary", onclick: () => toggle(false) }, "Done");
  const lists = LISTS.map((one) => ({
    subject: one.subject,
    list: createChoiceList({ ...one, onChoose: (value) => filter({ [one.subject]: value }) }),
  }));
  const dates = createDateField((time) => filter({ time, undated: "" }));
  const panel = h("div", { id: "filters-panel", class: "filters-panel", role: "dialog", "aria-label": "Filters", hidden: true },
    h("div", { class: "filters-lists" },
      h("label", { class: "choice filters-in-view" }, inView, h("span", { class: "choice-label" }, "Count only photos in this view")), status, dates.element, ...lists.map(({ list }) => list.element)),
    h("div", { class: "filters-foot" }, clear, close));
  const chips = createChips(filter);
  const element = byId("filters");
  element.append(button, chips.element, panel);

  const facets = createNewest({
    keyOf: ({ filters, box }) => `${box}?${filterKey(filters)}`,
    ask: ({ filters, box }, signal) => askFacets(api, filters, box, signal).catch((error) => {
      if (!signal.aborted) setText(status, `${error.message} Trying again…`);
      throw error;
    }),
    onAnswer: (answer) => {
      setText(status, "");
      store.change(set({ facets: answer }));
    },
  });

  function toggle(isOpen) {
    if (panel.hidden === !isOpen) return;
    panel.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) open();
    else button.focus({ preventScroll: true });
  }

  function open() {
    if (!store.state.facets) setText(status, "Counting…");
    show();
    load();
    /** @type {HTMLElement | null} */ (panel.querySelector(".choice-list input:checked, input"))?.focus({ preventScroll: true });
  }

  function load() {
    const { filters, shown } = store.state;
    if (!panel.hidden) facets.want({ filters, box: inView.checked && shown ? boxOf(shown) : null });
  }

  function show() {
    const { filters, facets: known } = store.state;
    const count = chipsOf(filters).length;
    badge.hidden = count === 0;
    setText(badge, String(count));
    button.setAttribute("aria-label", count ? `Filters, ${count} set` : "Filters");
    clear.disabled = !isFiltered(filters);
    chips.show(filters);
    // While a slider moves the filters change with each frame: what nobody sees is left alone.
    if (panel.hidden) return;
    dates.show(filters.time, store.state.library.taken);
    for (const { subject, list } of lists) list.show(known?.[subject] ?? [], filters[subject]);
  }

  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    toggle(false);
  });
  addEventListener("pointerdown", (event) => {
    if (!panel.hidden && !element.contains(/** @type {Node} */ (event.target))) toggle(false);
  });
  store.watch((state) => state.filters, () => {
    show();
    load();
  });
  store.watch((state) => state.facets, show);
  store.watch((state) => state.shown, () => inView.checked && load());
  store.watch((state) => state.library.total > 0, (hasPhotos) => (element.hidden = !hasPhotos));

  return {
    /** Forgets what was counted, for when the library has changed. */
    refresh() {
      facets.forget();
      load();
    },
  };
}

async function askFacets(api, filters, box, signal) {
  const questions = facetQuestions(filters);
  const answers = await Promise.all(questions.map((question) => api.facets(question.filters, box, signal)));
  const parts = questions.flatMap(({ subjects }, number) => {
    const choices = choicesOf(answers[number]);
    return subjects.map((subject) => [subject, choices[subject]]);
  });
  return Object.fromEntries(parts);
}
