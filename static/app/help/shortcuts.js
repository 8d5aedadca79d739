/**
 * The keyboard shortcuts of the page, and the dialog that lists them.
 * @module
 */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createModal } from "../ui/modal.js";
import { hasSingleKeys, isSwitchedOff, setSingleKeys } from "../ui/single-keys.js";
import { TEXTS } from "../core/texts.js";

/** The order of the groups; others follow. */
const GROUPS = [TEXTS.everywhere, TEXTS.map, TEXTS.time, TEXTS.lists, TEXTS.photo];

/** @param {import("../features.js").Page} page */
export function createShortcuts(page) {
  const modal = createModal({ className: "shortcuts", label: TEXTS.keyboardShortcuts, onDismiss: () => modal.toggle(false) });
  const close = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.close, title: TEXTS.close, onclick: () => modal.toggle(false) }, icon("close"));
  const keys = page.features.flatMap((one) => one.keys ?? []);
  const titles = new Set([...GROUPS, ...keys.map(({ group }) => group)]);
  const choice = h("input", { type: "checkbox", checked: hasSingleKeys(), onchange: () => setSingleKeys(choice.checked) });
  modal.element.append(h("div", { class: "shortcuts-content" },
    h("header", { class: "shortcuts-header" }, h("h2", {}, TEXTS.keyboardShortcuts), close),
    ...[...titles].map((title) => section(title, keys.filter(({ group }) => group === title))),
    h("label", { class: "shortcuts-choice" }, choice, TEXTS.singleKeys),
    h("p", { class: "shortcuts-credits" }, TEXTS.placeCredits)));

  const run = Object.assign({}, ...keys.map((one) => one.run));
  addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (isSwitchedOff(event) || event.altKey || event.ctrlKey || event.metaKey || target.closest?.("input, textarea, select")) return;
    run[event.key.toLowerCase()]?.(page);
  });
  return { open: () => modal.toggle(true) };
}

/** @param {string} title @param {import("../features.js").Keys[]} groups */
function section(title, groups) {
  const rows = groups.flatMap((one) => one.rows);
  return h("section", { class: "shortcuts-group" }, h("h3", {}, title), h("dl", {}, ...rows.map(([keys, meaning]) =>
    h("div", {}, h("dt", {}, ...keys.map((key) => h("kbd", {}, key))), h("dd", {}, meaning)))));
}
