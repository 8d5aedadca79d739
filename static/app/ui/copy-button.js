/** @module */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { TEXTS } from "../core/texts.js";

const THANKS_MS = 1600;

/**
 * A button that copies a text and confirms it.
 *
 * @param {string} label
 * @param {string} text
 * @returns {HTMLButtonElement}
 */
export function copyButton(label, text) {
  const button = h("button", { type: "button", class: "icon-button copy-button", "aria-label": label, title: label }, icon("copy"));
  button.addEventListener("click", async () => {
    const done = await copyText(text);
    button.replaceChildren(icon(done ? "check" : "alert"));
    button.setAttribute("aria-label", done ? TEXTS.copied : TEXTS.couldNotCopy);
    setTimeout(() => {
      button.replaceChildren(icon("copy"));
      button.setAttribute("aria-label", label);
    }, THANKS_MS);
  });
  return button;
}

/**
 * The Clipboard API needs a secure page. Over plain HTTP from another machine, `execCommand` still works.
 *
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h("textarea", { class: "visually-hidden", readonly: true });
    field.value = text;
    // An open dialog makes the rest of the page inert, where nothing can be selected.
    const top = document.activeElement?.closest("dialog") ?? document.body;
    top.append(field);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    // Selecting has taken the focus from the button.
    focused?.focus();
    return done;
  }
}
