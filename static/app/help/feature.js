/** @module */

import { createShortcuts } from "./shortcuts.js";
import { TEXTS } from "../core/texts.js";

/**
 * The keyboard shortcuts of all features, and a list of them.
 *
 * @type {import("../features.js").Feature<"help">}
 */
export const feature = {
  name: "help",
  withoutMap: true,
  keys: [{
    group: TEXTS.everywhere,
    rows: [[["?"], TEXTS.showKeyboardShortcuts], [["Esc"], TEXTS.close], [["Tab"], TEXTS.nextControl]],
    run: { "?": ({ help }) => help.open() },
  }],

  /** @returns {import("../features.js").Service<"help">} */
  start(page) {
    addEventListener("keydown", (event) => event.key === "Escape" && page.escape());
    return createShortcuts(page);
  },
};
