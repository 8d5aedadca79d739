/** @module */

import { byId, h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { TEXTS } from "../core/texts.js";

/**
 * Shows what went wrong and what to do, with a button to try again, until the problem is solved.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {() => void} options.onRetry
 */
export function createToast({ store, onRetry }) {
  const toast = byId("toast");
  const message = h("p", { class: "toast-message" });
  const retry = h("button", { type: "button", class: "button toast-retry", onclick: () => onRetry() }, TEXTS.retry);
  toast.append(icon("alert", "icon toast-icon"), message, retry);
  store.watch((state) => state.trouble, (trouble) => {
    toast.classList.toggle("is-shown", Boolean(trouble));
    toast.inert = !trouble;
    if (trouble) setText(message, trouble.message);
  });
}
