/**
 * Says what was done, with a button that undoes it.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h, setText } from "./dom.js";
import { icon } from "./icons.js";

/** How long the message is shown. The time stops while the pointer or the focus is on it. */
const SHOWN_MS = 20_000;

/** Hides the message that is shown; there is one at a time. */
let hideShown = () => {};

/**
 * @template {object} Done
 * @param {object} options
 * @param {string} options.sign the name of an icon
 * @param {(done: Done) => Promise<string>} options.onUndo resolves to the text that the message then shows
 * @param {(reason: string) => void} [options.onMore] returns to the list in which the photos were selected
 */
export function createUndoToast({ sign, onUndo, onMore }) {
  /** @type {Done | null} */
  let shown = null;
  let timer = 0;
  const message = h("p", { class: "toast-message", role: "status" });
  const undoButton = h("button", { type: "button", class: "button toast-retry", "aria-keyshortcuts": "Control+Z", onclick: () => undo() }, TEXTS.undo);
  const more = h("button", { type: "button", class: "button toast-retry", onclick: () => { hide(); onMore?.(more.value); } }, TEXTS.placeMore);
  const close = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.closeMessage, title: TEXTS.closeMessage, onclick: () => hide() }, icon("close"));
  const toast = h("div", { class: "toast undo-toast", inert: true }, icon(sign), message, undoButton, more, close);
  document.body.append(toast);
  toast.addEventListener("pointerenter", () => clearTimeout(timer));
  toast.addEventListener("pointerleave", wait);
  toast.addEventListener("focusin", () => clearTimeout(timer));
  toast.addEventListener("focusout", wait);
  // A dialog makes everything outside of it inert.
  document.addEventListener("close", moveToTop, true);

  // Dialogs keep keys from the page.
  addEventListener("keydown", (event) => {
    const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isUndo || !shown || /** @type {Element} */ (event.target).closest?.("input:not([type=checkbox]), textarea, select")) return;
    event.preventDefault();
    undo();
  }, true);

  function moveToTop() {
    const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    if (toast.parentElement !== top) top.append(toast);
  }

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
    if (hideShown !== hide) hideShown();
    hideShown = hide;
    moveToTop();
    shown = done;
    setText(message, text);
    undoButton.hidden = !done;
    more.value = /** @type {{reason?: string} | null} */ (done)?.reason ?? "";
    more.hidden = more.value === "";
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
