/**
 * The switch between the panels of places, keywords and people.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";

/** @typedef {"places" | import("./names-state.js").ListName} Panel */

/** @type {[Panel, string][]} */
const PANELS = [["places", TEXTS.places], ["keywords", TEXTS.keywords], ["people", TEXTS.people]];

/**
 * @param {(panel: Panel) => void} onTurn
 * @returns {{element: HTMLElement, show: (panel: Panel) => void}}
 */
export function createPanelTabs(onTurn) {
  const buttons = PANELS.map(([panel, label]) => h("button", { type: "button", class: "panel-tab", onclick: () => onTurn(panel) }, label));
  return {
    element: h("nav", { class: "panel-tabs", "aria-label": TEXTS.listsOfPhotos }, ...buttons),
    show(panel) {
      buttons.forEach((button, place) => (PANELS[place][0] === panel ? button.setAttribute("aria-current", "page") : button.removeAttribute("aria-current")));
    },
  };
}
