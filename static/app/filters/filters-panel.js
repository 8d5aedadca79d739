/**
 * The button that opens the filters, the panel with their choices, and the chips of active filters.
 * @module
 */

import { NO_FILTERS, filterKey, isFiltered } from "./filters.js";
import { boxOf } from "../core/box.js";
import { WHOLE_EARTH } from "../core/viewport.js";
import { set } from "../core/store.js";
import { byId, h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createNewest } from "../core/newest.js";
import { chipsOf } from "./chip-texts.js";
import { createChips } from "./chips.js";
import { createChoiceList } from "./choice-list.js";
import { createAreaNames } from "./area-names.js";
import { createDateField } from "./date-field.js";
import { createDoubtCounts } from "./doubt-choices.js";
import { choicesOf, facetQuestions, monthChoices } from "./facets.js";
import { KINDS, filterNames } from "./kinds.js";
import { TEXTS } from "../core/texts.js";

export class FiltersPanel {
  #store;
  #badge = h("span", { class: "filters-badge", "aria-hidden": "true" });
  #button;
  #status = h("p", { class: "filters-status", role: "status" });
  #inView;
  #clear;
  #lists;
  #dates;
  #panel;
  #chips;
  #facets;
  #months;
  #doubts;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {import("./filters.js").Narrow} options.filter
   * @param {(words: string, others: import("./filters.js").Filters) => void} options.edit edits a filter in the search box
   * @param {() => void} options.draw draws an area on the map
   * @param {(list: import("../names/names-state.js").ListName) => void} options.openNames opens the list of all keywords or people
   */
  constructor({ store, api, filter, edit, draw, openNames }) {
    this.#store = store;
    this.#button = h("button", {
      type: "button", class: "filters-button", "aria-haspopup": "dialog", "aria-expanded": "false", "aria-controls": "filters-panel",
      onclick: () => this.#toggle(this.#panel.hidden),
      // Keeps the focus in the search box until the click: the box would shrink, and the button move from under the pointer.
      onmousedown: (event) => event.preventDefault(),
    }, icon("filter"), h("span", { class: "filters-label" }, TEXTS.filters), this.#badge);
    this.#inView = h("input", { type: "checkbox", role: "switch", onchange: () => this.#load() });
    this.#clear = h("button", { type: "button", class: "button", onclick: () => filter(NO_FILTERS) }, TEXTS.clearAll);
    const close = h("button", { type: "button", class: "button is-primary", onclick: () => this.#toggle(false) }, TEXTS.done);
    const opening = (/** @type {import("../names/names-state.js").ListName | undefined} */ names) => names && (() => {
      this.#toggle(false);
      openNames(names);
    });
    this.#lists = filterNames(({ title }) => title).map((name) => ({
      name,
      list: createChoiceList({ name, onChoose: (value) => filter({ [name]: value }), onAll: opening(KINDS[name].names) }),
    }));
    this.#dates = createDateField((time) => filter({ time, undated: "" }));
    const drawOnMap = h("button", { type: "button", class: "button filters-draw", "aria-keyshortcuts": "D", onclick: () => {
      this.#toggle(false, false);
      draw();
    } }, icon("lasso"), TEXTS.drawOnMap);
    this.#panel = h("div", { id: "filters-panel", class: "filters-panel", role: "dialog", "aria-label": TEXTS.filters, hidden: true },
      h("div", { class: "filters-lists" },
        h("label", { class: "choice filters-in-view" }, this.#inView, h("span", { class: "choice-label" }, TEXTS.countOnlyInView)), this.#status, drawOnMap, this.#dates.element, ...this.#lists.map(({ list }) => list.element)),
      h("div", { class: "filters-foot" }, this.#clear, close));
    this.#chips = createChips({ filter, edit });
    const element = byId("filters");
    element.append(this.#button, this.#chips.element, this.#panel);
    this.#facets = createNewest({
      keyOf: ({ filters, box }) => `${box}?${filterKey(filters)}`,
      ask: ({ filters, box }, signal) => askFacets(api, filters, box, signal).catch((error) => {
        if (!signal.aborted) setText(this.#status, TEXTS.tryingAgain(error.message));
        throw error;
      }),
      onAnswer: (answer) => {
        setText(this.#status, "");
        const { month, doubt } = this.#store.state.facets ?? {};
        this.#store.change(set({ facets: { ...answer, ...(month && { month }), ...(doubt && { doubt }) } }));
      },
    });
    // Counting by days can take long, so the other choices do not wait for it.
    this.#months = createNewest({
      keyOf: ({ filters, box }) => `${box}?${filterKey(filters)}`,
      ask: ({ filters, box }, signal) => api.days(box ?? WHOLE_EARTH.bbox, filters, signal),
      onAnswer: ({ buckets }) => this.#store.change(set({ facets: { ...this.#store.state.facets, month: monthChoices(buckets) } })),
    });
    this.#doubts = createDoubtCounts(store, api);
    this.#panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#toggle(false);
    });
    this.#panel.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !element.contains(/** @type {Node} */ (relatedTarget))) this.#toggle(false, false);
    });
    addEventListener("pointerdown", (event) => {
      if (!this.#panel.hidden && !element.contains(/** @type {Node} */ (event.target))) this.#toggle(false);
    });
    this.#store.watch((state) => state.filters, () => {
      this.#show();
      this.#load();
    });
    createAreaNames(store, api);
    this.#store.watch((state) => state.facets, this.#show);
    this.#store.watch((state) => state.doubtCounts, () => this.#load());
    this.#store.watch((state) => state.areaNames, this.#show);
    this.#store.watch((state) => state.savedViewName, this.#show);
    this.#store.watch((state) => state.shown, () => this.#inView.checked && this.#load());
    this.#store.watch((state) => state.library.total > 0, (hasPhotos) => (element.hidden = !hasPhotos));
  }

  #toggle(isOpen, takesFocus = true) {
    if (this.#panel.hidden === !isOpen) return;
    this.#panel.hidden = !isOpen;
    this.#button.setAttribute("aria-expanded", String(isOpen));
    this.#store.change(set({ isFiltering: isOpen }));
    if (isOpen) this.#open();
    else if (takesFocus) this.#button.focus({ preventScroll: true });
  }

  #open() {
    if (!this.#store.state.facets) setText(this.#status, TEXTS.counting);
    this.#show();
    this.#load();
    /** @type {HTMLElement | null} */ (this.#panel.querySelector(".choices:not([hidden]) .choice-list input") ?? this.#panel.querySelector("input"))?.focus({ preventScroll: true });
  }

  #load() {
    const { filters, shown } = this.#store.state;
    if (this.#panel.hidden) return;
    const box = this.#inView.checked && shown ? boxOf(shown) : null;
    this.#facets.want({ filters, box });
    this.#months.want({ filters: { ...filters, month: "" }, box });
    this.#doubts.want({ filters: { ...filters, doubt: "" }, box });
  }

  #show = () => {
    const { filters, facets: known, areaNames, savedViewName } = this.#store.state;
    const count = chipsOf(filters).length;
    this.#badge.hidden = count === 0;
    setText(this.#badge, String(count));
    this.#button.setAttribute("aria-label", count ? TEXTS.filtersSet(count) : TEXTS.filters);
    this.#clear.disabled = !isFiltered(filters);
    this.#chips.show(filters, areaNames, savedViewName);
    // While a slider moves, the filters change with each frame. Hidden parts are not updated.
    if (this.#panel.hidden) return;
    this.#dates.show(filters.time, this.#store.state.library.taken);
    for (const { name, list } of this.#lists) list.show(known?.[name] ?? KINDS[name].choices ?? [], filters[name], areaNames);
  };

  /** Drops all counts, because the library has changed. */
  refresh() {
    this.#facets.forget();
    this.#months.forget();
    this.#doubts.forget();
    this.#load();
  }
}

/** @param {import("../api.js").Api} api @param {import("../filters/filters.js").Filters} filters */
async function askFacets(api, filters, box, signal) {
  const questions = facetQuestions(filters);
  const answers = await Promise.all(questions.map((question) => api.facets(question.filters, box, signal)));
  const parts = questions.flatMap(({ names }, number) => {
    const choices = choicesOf(answers[number]);
    return names.map((name) => [name, choices[name]]);
  });
  return Object.fromEntries(parts);
}
