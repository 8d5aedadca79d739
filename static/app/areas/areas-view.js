/**
 * The panel with the tree of countries, regions and places.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { isFiltered } from "../filters/filters.js";
import { h, setText, withText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { LongList } from "../ui/long-list.js";
import { createModal } from "../ui/modal.js";
import { createPanelTabs } from "../names/panel-tabs.js";
import { areaRow, paintRow } from "./area-row.js";
import { WORLD, chosenIn, emptyText, hasParts, rowsOf, sameRows, withoutAreas } from "./areas-state.js";
import { createTreeKeys } from "./tree-keys.js";

const ROW_HEIGHT = 72;

export class AreasView {
  #store;
  #modal;
  #counts = h("p", { class: "areas-counts", role: "status" });
  #filtered = h("p", { class: "areas-filtered" }, TEXTS.countsFiltered);
  #everywhere;
  #clear;
  #empty = h("p", { class: "list-status", role: "status" });
  /** @type {LongList} */
  #list;
  /** @type {import("./areas-state.js").Row[]} */
  #rows = [];
  #keys;
  /** Whether the panel has just been opened and has not scrolled to the chosen area yet. */
  #isFresh = true;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {object} options.actions
   * @param {(area: import("../api/places.js").Area) => void} options.actions.choose
   * @param {(id: string) => void} options.actions.turn opens or closes a row
   * @param {(parent: string) => void} options.actions.retry
   * @param {() => void} options.actions.showAll removes the filters by area
   * @param {() => void} options.actions.clear removes all filters
   * @param {(panel: import("../names/panel-tabs.js").Panel) => void} options.actions.turnTo
   * @param {() => void} options.actions.close
   */
  constructor({ store, api, actions }) {
    this.#store = store;
    this.#modal = createModal({ className: "areas", label: TEXTS.places, onDismiss: actions.close });
    this.#everywhere = h("button", { type: "button", class: "button", onclick: () => actions.showAll() }, TEXTS.allPlaces);
    this.#clear = h("button", { type: "button", class: "button", onclick: () => actions.clear() }, TEXTS.clearFilters);
    const body = h("div", { class: "areas-body" });
    const head = h("div", { class: "areas-head" }, this.#filtered, this.#everywhere);
    this.#list = new LongList({
      element: body, head, foot: h("div", { class: "list-foot" }, this.#empty, this.#clear),
      rows: () => ({ columns: 1, height: withText(ROW_HEIGHT), gap: 0 }),
      make: (row) => this.#make(row, api),
      attributes: ({ depth }) => ({ "aria-level": depth }),
      onEnd: () => {},
    });
    const close = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.close, title: TEXTS.close, onclick: () => actions.close() }, icon("close"));
    const tabs = createPanelTabs(store, actions.turnTo);
    tabs.show("places");
    this.#modal.element.append(
      h("header", { class: "areas-header" }, h("div", { class: "areas-headings" }, h("h2", { class: "areas-title" }, TEXTS.places), this.#counts), close),
      h("div", { class: "names-tools" }, tabs.element), body);
    this.#keys = createTreeKeys({
      element: this.#modal.element, list: this.#list, rows: () => this.#rows, opened: () => this.#opened, turn: actions.turn,
      hasParts: ({ area }) => Boolean(area && hasParts(area)), hasButton: ({ area, retry }) => Boolean(area) || retry !== undefined,
    });
    body.addEventListener("click", (event) => {
      const { dataset } = /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest("button")) ?? { dataset: {} };
      if (dataset.open !== undefined) actions.turn(dataset.open);
      else if (dataset.retry !== undefined) actions.retry(dataset.retry);
      else if (dataset.choose !== undefined) actions.choose(this.#rows.find(({ key }) => key === dataset.choose)?.area);
    });
    store.watch((state) => state.areas, this.#show);
    store.watch((state) => state.filters, this.#show);
  }

  get #opened() {
    return this.#store.state.areas.opened ?? [];
  }

  /** @param {import("../api.js").Api} api */
  #make(row, api) {
    const element = areaRow(row, api);
    paintRow(element, this.#now());
    return element;
  }

  #now() {
    return { opened: this.#opened, chosen: chosenIn(this.#store.state.filters) };
  }

  #show = () => {
    const { areas, filters } = this.#store.state;
    this.#modal.toggle(areas.opened !== null);
    if (areas.opened === null) return void (this.#isFresh = true);
    const isCounted = isFiltered(withoutAreas(filters));
    const empty = emptyText(areas, isCounted);
    setText(this.#empty, empty);
    setText(this.#counts, countsText(areas));
    this.#filtered.hidden = !isCounted;
    this.#everywhere.hidden = chosenIn(filters).length === 0;
    this.#clear.hidden = empty === "" || !isCounted;
    const giveBack = this.#keys.hold();
    this.#rows = sameRows(rowsOf(areas), this.#rows);
    this.#list.show(this.#rows, null);
    for (const item of this.#list.list.children) paintRow(item, this.#now());
    giveBack();
    this.#goToChosen();
  };

  /** Focuses the chosen area once after the panel opens, unless the reader has already moved the focus into the list. */
  #goToChosen() {
    const chosen = chosenIn(this.#store.state.filters);
    const place = this.#rows.findIndex(({ key }) => chosen.includes(key));
    if (!this.#isFresh || place < 0) return;
    this.#isFresh = false;
    if (!this.#list.list.contains(document.activeElement)) this.#list.focus(place);
  }
}

function countsText({ parts }) {
  const countries = parts[WORLD]?.areas.length ?? 0;
  return countries ? TEXTS.counted.country(countries) : "";
}
