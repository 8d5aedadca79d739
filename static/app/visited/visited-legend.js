/** @module */

import { formatCount } from "../core/language.js";
import { TEXTS } from "../core/texts.js";
import { createMapChip } from "../ui/map-chip.js";
import { legend } from "./visited-layers.js";

/**
 * The legend of the colours of countries.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {() => void} options.onClose
 */
export function createVisitedLegend({ store, onClose }) {
  const chip = createMapChip({ name: "visited", closeLabel: TEXTS.hideVisited, onClose });

  function show() {
    const { visited, look, theme } = store.state;
    if (!look.visited) return chip.show(null);
    const words = visited.problem || (visited.status === "ready" ? TEXTS.visitedCountries(Object.keys(visited.counts).length) : TEXTS.loading);
    chip.show(words, legend(visited.counts, theme).map(({ from, colour }) => ({ colour, label: formatCount(from) })));
  }

  store.watch((state) => state.visited, show);
  store.watch((state) => state.look.visited, show);
  store.watch((state) => state.theme, show);
}
