/**
 * The theme, light or dark: the system's, until the reader chooses one.
 * @module
 */

import { set } from "../core/store.js";
import { recall, remember } from "../core/memory.js";

const KEY = "geoindex.theme";
/** @typedef {"auto" | "light" | "dark"} Choice */

/** @type {Choice[]} */
const CHOICES = ["auto", "light", "dark"];

export const THEME = { theme: /** @type {"light" | "dark"} */ ("light") };

/**
 * @param {import("../core/store.js").Store} store
 */
export function createTheme(store) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let choice = stored();
  /** @type {"light" | "dark" | null} */
  let lent = null;
  system.addEventListener("change", apply);
  apply();

  function apply() {
    const theme = lent ?? (choice === "auto" ? (system.matches ? "dark" : "light") : choice);
    document.documentElement.dataset.theme = theme;
    store.change(set({ theme }));
  }

  return {
    get choice() {
      return choice;
    },

    /**
     * Shows a theme whatever the reader has chosen, until it is called with null.
     *
     * @param {"light" | "dark" | null} theme
     */
    lend(theme) {
      lent = theme;
      apply();
    },

    /** Changes to the next of the three choices. */
    turn() {
      choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
      remember(KEY, choice);
      apply();
    },
  };
}

function stored() {
  return CHOICES.find((choice) => choice === recall(KEY)) ?? "auto";
}
