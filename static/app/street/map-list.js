/**
 * The part of the card of layers that lists the maps from files, or says how to obtain one.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { isPictures, isStreets, isUnknown } from "./kinds.js";

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {(base: string | null) => void} options.onBase
 * @param {() => void} options.onOpen looks whether there are others now
 * @returns {{element: HTMLElement, opened: () => void}}
 */
export function createMapList({ store, onBase, onOpen }) {
  const element = h("div", { class: "map-list", role: "group", "aria-label": TEXTS.baseMaps });

  function show() {
    const { street, base } = store.state;
    const maps = street?.maps ?? [];
    const [pictures, streets] = [maps.filter(isPictures), maps.filter(isStreets)];
    const isKnown = pictures.some(({ id }) => id === base);
    element.replaceChildren(
      ...(pictures.length ? [
        choice(streets.length ? TEXTS.streets : TEXTS.builtInMap, streets.map(({ name }) => name).join(", "), !isKnown, () => onBase(null)),
        ...pictures.map(({ id, name }) => choice(name, TEXTS.picturesDetail, id === base, () => onBase(id))),
      ] : streets.map(({ name, maxzoom }) => h("p", { class: "map-list-line" }, name, h("span", {}, TEXTS.streetsDetail(maxzoom))))),
      ...(maps.length ? [] : [h("p", { class: "map-list-line" }, TEXTS.noStreets, h("span", {}, TEXTS.noStreetsDetail), h("code", {}, TEXTS.addMapCommand))]),
      ...maps.filter(isUnknown).map(({ name }) => h("p", { class: "map-list-line is-problem" }, TEXTS.unknownTiles(name))),
      ...(street?.problems ?? []).map(({ file, reason }) => h("p", { class: "map-list-line is-problem" }, TEXTS.mapProblem(file, reason))));
  }

  store.watch((state) => state.street, show);
  store.watch((state) => state.base, show);
  return { element, opened: onOpen };
}

function choice(label, detail, isChosen, onChoose) {
  const input = h("input", { type: "radio", name: "look-base", onchange: onChoose });
  input.checked = isChosen;
  return h("label", { class: "layer-choice" }, input, h("span", { class: "layer-name" }, label), h("span", { class: "layer-detail" }, detail));
}
