/**
 * Says that the page could not start. It runs beside `main.js` and imports nothing, so that it works when another
 * module does not.
 * @module
 */

/** Shows the message of index.html, with a button that loads the page again. */
export function showFailure() {
  const message = document.getElementById("failure");
  if (!message?.hidden) return;
  message.hidden = false;
  message.querySelector("button")?.addEventListener("click", () => location.reload());
}

// `main.js` sets this when it has begun, which is before the page has loaded unless a module failed.
addEventListener("load", () => document.documentElement.dataset.page || showFailure());
