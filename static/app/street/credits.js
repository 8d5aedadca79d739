/**
 * Credits the sources of the maps that are drawn, as their files demand.
 * @module
 */

import { creditStreets } from "../map/attribution.js";
import { h } from "../ui/dom.js";
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
  return texts.flatMap((text, index) => [...(index ? [" · "] : []), ...partsOf(text)]);
}

/**
 * The text and the links of untrusted HTML from a file; drops everything else.
 *
 * @param {string} html
 */
function partsOf(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const parts = [];
  for (const node of body.childNodes) {
    const text = node.textContent ?? "";
    const href = node instanceof HTMLAnchorElement ? node.getAttribute("href") ?? "" : "";
    parts.push(/^https?:\/\//.test(href) ? h("a", { href, target: "_blank", rel: "noopener noreferrer" }, text) : text);
  }
  return parts;
}
