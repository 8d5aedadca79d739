/**
 * Credits the sources of the maps that are drawn, as their files demand.
 * @module
 */

import { creditStreets } from "../map/attribution.js";
import { richText } from "../ui/rich-text.js";
import { isRelief, isStreets } from "./kinds.js";

/** @param {import("../core/store.js").Store} store */
export function createCredits(store) {
  const show = () => creditStreets(creditsOf(store.state));
  store.watch((state) => state.street, show);
  store.watch((state) => [state.base, state.relief, state.terrain].join(), show);
}

/**
 * The maps that are drawn. Only these need credits.
 *
 * @param {import("../core/store.js").State} state @returns {import("./tiles.js").StreetMap[]}
 */
export function drawnMaps({ street, base, relief, terrain }) {
  return (street?.maps ?? []).filter((map) => map.id === base || isStreets(map) || (isRelief(map) && (relief || terrain)));
}

/** @param {import("../core/store.js").State} state @returns {(Node | string)[]} */
export function creditsOf(state) {
  const texts = [...new Set(drawnMaps(state).map(({ attribution }) => attribution).filter(Boolean))];
  return texts.flatMap((text, index) => [...(index ? [" · "] : []), ...richText(text)]);
}
