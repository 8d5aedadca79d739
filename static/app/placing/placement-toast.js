/** @module */

import { TEXTS } from "../core/texts.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** How long the message is shown. The time stops while the pointer or the focus is on it. */
const SHOWN_MS = 20_000;

/**
 * @typedef {object} Done an act that can be undone
 * @property {number} act
 * @property {Pick<import("../api/photos.js").Photo, "id" | "geometry">[]} photos
 * @property {string} [reason] of the list in which they were selected
 */

/**
 * Says what was placed, with a button that undoes it and one that returns to the list.
 *
 * @param {object} options
 * @param {(done: Done) => Promise<string>} options.onUndo resolves to the text that the message then shows
 * @param {(reason: string) => void} options.onMore
 */
export function createPlacementToast({ onUndo, onMore }) {
  /** @type {Done | null} */
  let shown = null;
  let timer = 0;
  const message = h("p", { class: "toast-message", role: "status" });
  const undoButton = h("button", { type: "button", class: "button toast-retry", "aria-keyshortcuts": "Control+Z", onclick: () => undo() }, TEXTS.undo);
  const more = h("button", { type: "button", class: "button toast-retry", onclick: () => { hide(); onMore(more.value); } }, TEXTS.placeMore);
  const close = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.closeMessage, title: TEXTS.closeMessage, onclick: () => hide() }, icon("close"));
  const toast = h("div", { class: "toast placement-toast", inert: true }, icon("place"), message, undoButton, more, close);
  document.body.append(toast);
  toast.addEventListener("pointerenter", () => clearTimeout(timer));
  toast.addEventListener("pointerleave", wait);
  toast.addEventListener("focusin", () => clearTimeout(timer));
  toast.addEventListener("focusout", wait);

  addEventListener("keydown", (event) => {
    const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isUndo || !shown || /** @type {Element} */ (event.target).closest?.("input, textarea, select")) return;
    event.preventDefault();
    undo();
  });

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(hide, SHOWN_MS);
  }

  function hide() {
    clearTimeout(timer);
    shown = null;
    toast.classList.remove("is-shown");
    toast.inert = true;
  }

  /** @param {string} text @param {Done | null} [done] */
  function show(text, done = null) {
    shown = done;
    setText(message, text);
    undoButton.hidden = !done;
    more.hidden = !done?.reason;
    more.value = done?.reason ?? "";
    toast.classList.add("is-shown");
    toast.inert = false;
    wait();
  }

  async function undo() {
    const done = shown;
    if (!done) return;
    // So that a second press does not undo it again.
    shown = null;
    undoButton.disabled = true;
    const text = await onUndo(done).then((said) => ({ said, left: null }), (error) => ({ said: error.message, left: done }));
    undoButton.disabled = false;
    show(text.said, text.left);
  }

  return { show, hide };
}
