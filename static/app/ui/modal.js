/**
 * A view over the whole page. The browser keeps the focus inside it, hides the page from screen readers, and restores
 * the focus when it closes.
 * @module
 */

import { h } from "./dom.js";

/** @type {{element: HTMLDialogElement, press: (event: KeyboardEvent) => void}[]} those that are open, the last on top */
const open = [];

// A click beside the controls, or on a disabled button, leaves the focus on the page itself.
addEventListener("keydown", (event) => {
  const top = open.at(-1);
  if (top && !top.element.contains(/** @type {Node} */ (event.target))) top.press(event);
}, true);

/**
 * @param {object} options
 * @param {string} options.className
 * @param {string} options.label its name for screen readers
 * @param {() => void} options.onDismiss called when the reader closes it; the state then has to close it
 * @param {(event: KeyboardEvent) => void} [options.onKey] called for all keys but Escape
 */
export function createModal({ className, label, onDismiss, onKey }) {
  const element = h("dialog", { class: `modal ${className}`, "aria-label": label });
  const self = { element, press };
  const isOpen = () => open.includes(self);

  function press(event) {
    // The page's shortcuts must not run while it is open, except “?” for the list of shortcuts.
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
  // The event is asynchronous; the view may be open again by then.
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
        // If the opener no longer exists, the browser removes the focus from the closed view only in the next frame.
        if (element.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
      }
    },
  };
}
