/** @module */

import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

const THEMES = {
  auto: { sign: "auto", label: TEXTS.themeMatchSystem },
  light: { sign: "sun", label: TEXTS.themeLight },
  dark: { sign: "moon", label: TEXTS.themeDark },
};

/**
 * A button that shows the chosen theme and changes to the next.
 *
 * @param {import("../core/store.js").Store} store
 * @param {ReturnType<typeof import("./theme.js").createTheme>} theme
 * @param {object} look
 * @param {string} look.class
 * @param {boolean} [look.isNamed] whether the name is beside the sign
 */
export function createThemeButton(store, theme, { class: className, isNamed = false }) {
  const button = h("button", { type: "button", class: className, onclick: () => theme.turn() });
  store.watch((state) => state.themeChoice, (choice) => {
    const { sign, label } = THEMES[choice];
    button.replaceChildren(icon(sign), ...(isNamed ? [h("span", { class: "layer-name" }, label)] : []));
    button.setAttribute("aria-label", label);
    button.title = label;
  });
  return button;
}
