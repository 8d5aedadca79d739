/**
 * The keys of the page: a small dialog that lists them, and those that work wherever the focus is.
 * @module
 */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createModal } from "../ui/modal.js";

/** @type {[string, [string[], string][]][]} */
const SHORTCUTS = [
  ["Everywhere", [
    [["?"], "Show keyboard shortcuts"],
    [["/"], "Search"],
    [["Esc"], "Close"],
    [["Tab"], "Go to the next control"],
  ]],
  ["Map", [
    [["←", "↑", "→", "↓"], "Move the map, or go from pin to pin"],
    [["+", "−"], "Zoom in, out"],
    [["Enter"], "Open the selected pin, or the photos at the centre of the map"],
  ]],
  ["Time", [
    [["←", "→"], "Move the start or end one step (Shift: a bigger step)"],
    [["+", "−"], "Zoom in, out"],
    [["Esc"], "Show all time"],
  ]],
  ["Lists", [
    [["←", "↑", "→", "↓"], "Previous, next photo"],
    [["Home", "End"], "First, last photo"],
    [["Enter"], "Open the photo"],
  ]],
  ["Photo", [
    [["F"], "Open or close full view"],
    [["←", "→"], "Previous, next photo"],
    [["Home", "End"], "First, last photo of the list"],
    [["+", "−", "0"], "Zoom in, out, fit"],
    [["I"], "Show details"],
    [["Space"], "Play or pause a video"],
  ]],
];

/**
 * @param {Record<string, () => void>} global what single keys do outside of text fields and dialogs
 */
export function createShortcuts(global) {
  const modal = createModal({ className: "shortcuts", label: "Keyboard shortcuts", onDismiss: () => modal.toggle(false) });
  const close = h("button", { type: "button", class: "icon-button", "aria-label": "Close", title: "Close", onclick: () => modal.toggle(false) }, icon("close"));
  modal.element.append(h("div", { class: "shortcuts-content" },
    h("header", { class: "shortcuts-header" }, h("h2", {}, "Keyboard shortcuts"), close),
    ...SHORTCUTS.map(group)));

  const open = () => modal.toggle(true);
  const keys = { ...global, "?": open };
  addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest?.("input, textarea, select")) return;
    keys[event.key.toLowerCase()]?.();
  });
  return { open };
}

function group([name, rows]) {
  return h("section", { class: "shortcuts-group" }, h("h3", {}, name), h("dl", {}, ...rows.map(([keys, meaning]) =>
    h("div", {}, h("dt", {}, ...keys.map((key) => h("kbd", {}, key))), h("dd", {}, meaning)))));
}
