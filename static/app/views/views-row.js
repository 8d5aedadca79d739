/**
 * The row of saved views above the filters: chooses, saves, renames and removes them.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { isFiltered } from "../filters/filters.js";
import { h, setText } from "../ui/dom.js";
import { createNameForm } from "./name-form.js";
import { boxOfView, filtersOfView, viewOf, viewWith } from "./saved-views.js";
import { createViewActs } from "./view-acts.js";

/** @typedef {{open: () => void}} ViewsRow */

/**
 * @param {import("../features.js").Page} page
 * @param {HTMLElement} panel of the filters
 * @returns {ViewsRow}
 */
export function createViewsRow(page, panel) {
  const { store } = page;
  const acts = createViewActs(page);
  const current = () => viewWith(store.state.views, store.state.filters);
  const choice = h("select", { class: "choice-search", "aria-label": TEXTS.savedViews, onchange: choose });
  const opener = h("button", { type: "button", class: "button", "aria-expanded": "false", onclick: () => (form.isOpen() ? form.close() : form.open(current()?.name ?? "")) });
  const remover = h("button", { type: "button", class: "button", onclick: remove }, TEXTS.remove);
  const note = h("p", { class: "views-note", role: "status" });
  const form = createNameForm({ save, isTaken: (name) => store.state.views.some((view) => view.name === name), tell: (text) => setText(note, text), onToggle });
  const element = h("section", { class: "views", "aria-label": TEXTS.savedViews, hidden: true }, h("div", { class: "views-row" }, choice, opener, remover), form.element, note);

  panel.prepend(element);
  store.watch((state) => state.views, show);
  store.watch((state) => state.filters, () => {
    form.close();
    show();
  });

  function show() {
    const { views, filters } = store.state;
    const view = current();
    const canSave = isFiltered(filters);
    element.hidden = !views.length && !canSave && note.textContent === "";
    choice.hidden = !views.length;
    const hadFocus = document.activeElement === remover;
    const names = views.map(({ name }) => name).sort((one, other) => one.localeCompare(other));
    // An open list stays open, unless other views are in it.
    if (names.join("\n") !== [...choice.options].slice(1).map(({ value }) => value).join("\n") || !choice.length) choice.replaceChildren(h("option", { value: "", disabled: true }, TEXTS.chooseView), ...names.map((name) => h("option", { value: name, dir: "auto" }, name)));
    choice.value = view?.name ?? "";
    opener.hidden = !canSave;
    setText(opener, view ? TEXTS.rename : TEXTS.saveFilters);
    remover.hidden = !view;
    if (hadFocus && !view) opener.focus();
  }

  function choose() {
    const view = store.state.views.find(({ name }) => name === choice.value);
    if (!view) return;
    page.filters.filter(filtersOfView(view));
    const box = boxOfView(view);
    if (box) page.map.fit(box);
  }

  /** @param {boolean} isOpen @param {boolean} hadFocus */
  function onToggle(isOpen, hadFocus) {
    opener.setAttribute("aria-expanded", String(isOpen));
    if (hadFocus) opener.focus();
  }

  /** @param {string} name @param {boolean} isReplacing */
  function save(name, isReplacing) {
    const view = current();
    return view ? acts.rename(view, name, isReplacing) : acts.save(viewOf(name, store.state.filters), isReplacing);
  }

  async function remove() {
    const view = current();
    if (!view) return;
    remover.disabled = true;
    try {
      await acts.remove(view);
      opener.focus();
    } catch (error) {
      setText(note, error.message);
    }
    remover.disabled = false;
  }

  return {
    async open() {
      show();
      setText(note, await page.views.load());
      show();
    },
  };
}
