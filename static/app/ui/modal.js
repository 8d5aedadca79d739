/**
 * A view over the whole page: the browser keeps the focus inside it, hides what is behind it from
 * screen readers, and gives the focus back when it closes.
 * @module
 */

import { h } from "./dom.js";

/** @type {{element: HTMLDialogElement, press: (event: KeyboardEvent) => void}[]} those that are open, the last on top */
const open = [];

// A click beside the controls, or a button that is disabled, leaves the focus on the page itself.
addEventListener("keydown", (event) => {
  const top = open.at(-1);
  if (top && !top.element.contains(/** @type {Node} */ (event.target))) top.press(event);
}, true);

/**
 * @param {object} options
 * @param {string} options.className
 * @param {string} options.label its name for screen readers
 * @param {() => void} options.onDismiss called when the reader wants it closed; closing it is up to the state
 * @param {(event: KeyboardEvent) => void} [options.onKey] hears all keys but Escape
 */
export function createModal({ className, label, onDismiss, onKey }) {
  const element = h("dialog", { class: `modal ${className}`, "aria-label": label });
  const self = { element, press };
  const isOpen = () => open.includes(self);

  function press(event) {
    // What is behind has keys of its own and must not hear these; the list of keys opens from anywhere.
    if (event.key !== "?") event.stopPropagation();
    if (event.key !== "Escape") return onKey?.(event);
    event.preventDefault();
    onDismiss();
  }

  element.addEventListener("keydown", press);
  // The Back gesture of some phones.
  element.addEventListener("cancel", (event) => {
    event.preventDefault();
    onDismiss();
  });
  // It comes late, perhaps when the view is open again.
  element.addEventListener("close", () => isOpen() && !element.open && onDismiss());
  element.addEventListener("click", (event) => event.target === element && onDismiss());
  document.body.append(element);

  return {
    element,

    /** @param {boolean} isWanted */
    toggle(isWanted) {
      if (isWanted === isOpen()) return;
      if (isWanted) {
        open.push(self);
        element.showModal();
      } else {
        open.splice(open.indexOf(self), 1);
        element.close();
        // Where the opener is gone, the browser takes the focus out of the closed view with the next frame only.
        if (element.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
      }
    },
  };
}
