/**
 * The panel with the keywords or the people.
 * @module
 */

import { formatMonths, formatPhotos } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { isFiltered, valuesOf } from "../filters/filters.js";
import { createTreeKeys } from "../areas/tree-keys.js";
import { thumbnail } from "../panel/thumbnail.js";
import { h, setText, withText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { LongList } from "../ui/long-list.js";
import { createModal } from "../ui/modal.js";
import { FILTER_OF, countsText, emptyText, rowsOf, sameRows, withoutNames } from "./names-state.js";
import { createPanelTabs } from "./panel-tabs.js";
import { createRenaming } from "./renaming.js";

const ROW_HEIGHT = 72;
const PICTURE_PX = 56;
/** Paths that are longer are not indented further. */
const DEEPEST = 5;

/** @typedef {import("./names-state.js").NameRow} NameRow */

export class NamesView {
  #store;
  #api;
  #modal;
  #tabs;
  #renaming;
  #actions;
  #title = h("h2", { class: "areas-title" });
  #counts = h("p", { class: "areas-counts", role: "status" });
  #filtered = h("p", { class: "areas-filtered" }, TEXTS.countsFiltered);
  #empty = h("p", { class: "list-status", role: "status" });
  #field;
  #all;
  #clear;
  #retry;
  /** @type {LongList} */
  #list;
  /** The rows that are shown: unchanged ones are not made anew. @type {NameRow[]} */
  #rows = [];
  #keys;
  #open = "";

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {object} options.actions
   * @param {(name: string) => void} options.actions.choose
   * @param {(text: string) => void} options.actions.search
   * @param {(name: string) => void} options.actions.turn opens or closes a path
   * @param {(before: string, name: string) => Promise<void>} options.actions.rename
   * @param {() => boolean} options.actions.mayRename
   * @param {(panel: import("./panel-tabs.js").Panel) => void} options.actions.turnTo
   * @param {() => void} options.actions.retry
   * @param {() => void} options.actions.showAll removes the filter by these names
   * @param {() => void} options.actions.clear removes all filters
   * @param {() => void} options.actions.close
   */
  constructor({ store, api, actions }) {
    this.#store = store;
    this.#api = api;
    this.#actions = actions;
    this.#modal = createModal({ className: "areas names", label: TEXTS.keywordsAndPeople, onDismiss: actions.close });
    this.#tabs = createPanelTabs(store, actions.turnTo);
    this.#renaming = createRenaming(actions.rename);
    this.#field = h("input", { type: "search", class: "names-field", dir: "auto", autocomplete: "off", autocapitalize: "off", spellcheck: "false", oninput: () => actions.search(this.#field.value) });
    this.#all = h("button", { type: "button", class: "button", onclick: () => actions.showAll() }, TEXTS.allPhotos);
    this.#clear = h("button", { type: "button", class: "button", onclick: () => actions.clear() }, TEXTS.clearFilters);
    this.#retry = h("button", { type: "button", class: "button", onclick: () => actions.retry() }, TEXTS.tryAgain);
    const body = h("div", { class: "areas-body" });
    this.#list = new LongList({
      element: body, head: h("div", { class: "areas-head" }, this.#filtered, this.#all),
      foot: h("div", { class: "list-foot" }, this.#empty, this.#retry, this.#clear),
      rows: () => ({ columns: 1, height: withText(ROW_HEIGHT), gap: 0 }),
      make: (row) => this.#make(row),
      attributes: ({ depth }) => ({ "aria-level": depth }),
      onEnd: () => {},
    });
    const close = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.close, title: TEXTS.close, onclick: () => actions.close() }, icon("close"));
    this.#modal.element.append(
      h("header", { class: "areas-header" }, h("div", { class: "areas-headings" }, this.#title, this.#counts), close),
      h("div", { class: "names-tools" }, this.#tabs.element, this.#field), body);
    this.#keys = createTreeKeys({
      element: body, list: this.#list, rows: () => this.#rows, opened: () => store.state.names.opened, turn: actions.turn,
      hasParts: (row) => row.hasParts, hasButton: ({ named }) => named.count > 0,
    });
    body.addEventListener("click", (event) => {
      const { dataset } = /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest("button")) ?? { dataset: {} };
      if (dataset.choose !== undefined) actions.choose(dataset.choose);
      else if (dataset.open !== undefined) actions.turn(dataset.open);
      else if (dataset.rename !== undefined) this.#renaming.open(this.#rows.find(({ key }) => key === dataset.rename)?.named);
    });
    store.watch((state) => state.names, this.#show);
    store.watch((state) => state.filters, this.#show);
  }

  /** @param {NameRow} row */
  #make({ label, depth, hasParts, named }) {
    const { name, count, unlocated = 0, cover, from, to } = named;
    const facts = [count ? formatPhotos(count) : "", unlocated ? TEXTS.notOnMap(unlocated, count > 0) : "", formatMonths(from, to)].filter(Boolean);
    const parts = [
      thumbnail(this.#api.thumbnailURL(cover, PICTURE_PX)),
      h("span", { class: "area-text" }, h("bdi", { class: "area-name" }, label), h("span", { class: "area-facts" }, facts.join(" · "))),
    ];
    // The map has nothing to show of names whose photos have no position.
    const choose = count
      ? h("button", { type: "button", class: "area", "data-choose": name, title: name, "aria-label": [name, ...facts].join(", ") }, ...parts)
      : h("div", { class: "area is-unlocated", title: name }, ...parts);
    const opener = hasParts && h("button", { type: "button", class: "icon-button area-open", "data-open": name, "aria-label": TEXTS.keywordsIn(name), title: TEXTS.keywordsIn(name) }, icon("fold"));
    const rename = this.#actions.mayRename() && h("button", { type: "button", class: "icon-button area-open", "data-rename": name, "aria-label": TEXTS.renameName(name), title: TEXTS.renameName(name) }, icon("pencil"));
    const element = h("div", { class: `area-row is-depth-${Math.min(depth, DEEPEST)}` }, choose, rename, opener);
    this.#paint(element);
    return element;
  }

  /** Updates the parts of a row that change without making it anew. @param {Element} element */
  #paint(element) {
    const choose = element.querySelector("[data-choose]");
    const opener = element.querySelector("[data-open]");
    if (this.#chosen.includes(choose?.getAttribute("data-choose") ?? "")) choose?.setAttribute("aria-current", "true");
    else choose?.removeAttribute("aria-current");
    opener?.setAttribute("aria-expanded", String(this.#store.state.names.opened.includes(opener.getAttribute("data-open") ?? "")));
  }

  get #chosen() {
    const { filters, names } = this.#store.state;
    return names.open ? valuesOf(filters[FILTER_OF[names.open]]) : [];
  }

  #show = () => {
    const { names, filters } = this.#store.state;
    this.#modal.toggle(names.open !== "");
    if (!names.open) return void (this.#open = "");
    const isNew = this.#open !== names.open;
    this.#open = names.open;
    const label = names.open === "people" ? TEXTS.people : TEXTS.keywords;
    setText(this.#title, label);
    this.#modal.element.setAttribute("aria-label", label);
    this.#tabs.show(names.open);
    this.#field.placeholder = names.open === "people" ? TEXTS.searchPeople : TEXTS.searchKeywords;
    this.#field.setAttribute("aria-label", this.#field.placeholder);
    if (isNew) this.#field.value = names.text;
    const isCounted = isFiltered(withoutNames(filters, names.open));
    const empty = emptyText(names, isCounted);
    setText(this.#empty, empty);
    this.#empty.hidden = empty === "";
    setText(this.#counts, countsText(names));
    this.#filtered.hidden = !isCounted;
    this.#all.hidden = this.#chosen.length === 0;
    this.#clear.hidden = names.status !== "ready" || names.list.length > 0 || !isCounted;
    this.#retry.hidden = names.status !== "failed";
    const giveBack = this.#keys.hold();
    this.#rows = sameRows(rowsOf(names), this.#rows);
    this.#list.show(this.#rows, null);
    for (const item of this.#list.list.children) this.#paint(item);
    giveBack();
  };
}
