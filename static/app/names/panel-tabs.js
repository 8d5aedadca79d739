/**
 * The switch between the panels of places, trips, keywords and people.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { maySeeTrips } from "../trips/trips-state.js";
import { h } from "../ui/dom.js";

/** @typedef {"places" | "trips" | import("./names-state.js").ListName} Panel */

/** @type {[Panel, string][]} */
const PANELS = [["places", TEXTS.places], ["trips", TEXTS.trips], ["keywords", TEXTS.keywords], ["people", TEXTS.people]];

/**
 * @param {import("../core/store.js").Store} store
 * @param {(panel: Panel) => void} onTurn
 * @returns {{element: HTMLElement, show: (panel: Panel) => void}}
 */
export function createPanelTabs(store, onTurn) {
  const buttons = PANELS.map(([panel, label]) => h("button", { type: "button", class: "panel-tab", onclick: () => onTurn(panel) }, label));
  store.watch(maySeeTrips, (isOffered) => (buttons[PANELS.findIndex(([panel]) => panel === "trips")].hidden = !isOffered));
  return {
    element: h("nav", { class: "panel-tabs", "aria-label": TEXTS.listsOfPhotos }, ...buttons),
    show(panel) {
      buttons.forEach((button, place) => (PANELS[place][0] === panel ? button.setAttribute("aria-current", "page") : button.removeAttribute("aria-current")));
    },
  };
}
