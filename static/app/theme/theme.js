/**
 * The theme, light or dark: the system's, until the reader chooses one.
 * @module
 */

import { set } from "../core/store.js";
import { recall, remember } from "../core/memory.js";

const KEY = "geoindex.theme";
/** @typedef {"auto" | "light" | "dark"} Choice */

/**
 * The choice after another one. The first press changes what is seen: after the system's theme comes the other one.
 *
 * @param {Choice} choice @param {boolean} isSystemDark @returns {Choice}
 */
export function nextChoice(choice, isSystemDark) {
  const choices = choicesFor(isSystemDark);
  return choices[(choices.indexOf(choice) + 1) % choices.length];
}

/** @param {boolean} isSystemDark @returns {Choice[]} */
function choicesFor(isSystemDark) {
  return isSystemDark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
}

export const THEME = { theme: /** @type {"light" | "dark"} */ ("light"), themeChoice: /** @type {Choice} */ ("auto") };

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
    store.change(set({ theme, themeChoice: choice }));
  }

  return {
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
      choice = nextChoice(choice, system.matches);
      remember(KEY, choice);
      apply();
    },
  };
}

function stored() {
  return choicesFor(true).find((choice) => choice === recall(KEY)) ?? "auto";
}
