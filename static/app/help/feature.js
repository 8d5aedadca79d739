/** @module */

import { createShortcuts } from "./shortcuts.js";

/** The keys of all features, and a list of them. @type {import("../features.js").Feature} */
export const feature = {
  name: "help",
  withoutMap: true,
  keys: [{
    group: "Everywhere",
    rows: [[["?"], "Show keyboard shortcuts"], [["Esc"], "Close"], [["Tab"], "Go to the next control"]],
    run: { "?": ({ help }) => help.open() },
  }],

  start(page) {
    addEventListener("keydown", (event) => event.key === "Escape" && page.leave());
    return createShortcuts(page);
  },
};
