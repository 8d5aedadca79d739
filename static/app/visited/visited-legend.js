/** @module */

import { formatCount } from "../core/language.js";
import { TEXTS } from "../core/texts.js";
import { byId, h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { legend } from "./visited-layers.js";

/**
 * The legend of the colours of countries.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {() => void} options.onClose
 */
export function createVisitedLegend({ store, onClose }) {
  const words = h("p", { class: "map-chip-text", role: "status" });
  const steps = h("span", { class: "visited-steps", "aria-hidden": "true" });
  const close = h("button", { type: "button", class: "icon-button map-chip-close", "aria-label": TEXTS.hideVisited, title: TEXTS.hideVisited, onclick: onClose }, icon("close"));
  const chip = h("div", { class: "map-chip", "data-chip": "visited", hidden: true }, words, steps, close);
  byId("map-chips").append(chip);

  function show() {
    const { visited, look, theme } = store.state;
    chip.hidden = !look.visited;
    if (!look.visited) return;
    words.textContent = visited.problem || (visited.status === "ready" ? TEXTS.visitedCountries(Object.keys(visited.counts).length) : TEXTS.loading);
    steps.replaceChildren(...legend(visited.counts, theme).map(({ from, colour }) => {
      const swatch = h("i", { class: "visited-step" });
      swatch.style.backgroundColor = colour;
      return h("span", {}, swatch, formatCount(from));
    }));
  }

  for (const pick of [(state) => state.visited, (state) => state.look.visited, (state) => state.theme]) store.watch(pick, show);
}
