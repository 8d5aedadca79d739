/** @module */

import { byId, h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { TEXTS } from "../core/texts.js";

/**
 * Shows what went wrong and what to do, with a button to try again, until the problem is solved or the reader closes the
 * message. The counts in the masthead say for the whole time that the server is away.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {() => void} options.onRetry
 */
export function createToast({ store, onRetry }) {
  const toast = byId("toast");
  const message = h("p", { class: "toast-message" });
  const retry = h("button", { type: "button", class: "button toast-retry", onclick: () => onRetry() }, TEXTS.retry);
  const close = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.closeMessage, title: TEXTS.closeMessage, onclick: () => show(false) }, icon("close"));
  toast.append(icon("alert", "icon toast-icon"), message, retry, close);

  function show(isShown) {
    toast.classList.toggle("is-shown", isShown);
    toast.inert = !isShown;
  }

  store.watch((state) => state.trouble?.message ?? "", (problem) => {
    if (problem) setText(message, problem);
    show(problem !== "");
  });
}
