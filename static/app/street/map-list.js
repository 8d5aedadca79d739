/**
 * The part of the card of layers that lists the maps from files, or says how to obtain one.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { choicesAmong, chosenAmong } from "./choices.js";
import { isRelief, isStreets, isUnknown } from "./kinds.js";

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {(changes: {base?: string | null, relief?: boolean, terrain?: boolean}) => void} options.onChange
 * @param {() => Promise<void>} options.onOpen checks for new maps
 * @param {(pictures: {choice: import("./choices.js").Choice, canvas: HTMLCanvasElement}[]) => void} options.onPreview draws a preview of each choice
 * @returns {{element: HTMLElement, opened: () => void}}
 */
export function createMapList({ store, onChange, onOpen, onPreview }) {
  const element = h("div", { class: "map-list", role: "group", "aria-label": TEXTS.baseMaps });
  /** @type {{choice: import("./choices.js").Choice, canvas: HTMLCanvasElement, input: HTMLInputElement, element: HTMLElement}[]} */
  let shown = [];
  const terrain = h("input", { type: "checkbox", name: "look-terrain", onchange: () => onChange({ terrain: terrain.checked }) });

  function show() {
    const { street } = store.state;
    const maps = street?.maps ?? [];
    const choices = choicesAmong(maps);
    shown = choices.length > 1 ? choices.map((choice) => tile(choice, () => onChange({ base: choice.base, relief: choice.relief }))) : [];
    element.replaceChildren(
      ...(shown.length ? [h("div", { class: "map-tiles", role: "radiogroup", "aria-label": TEXTS.baseMaps }, ...shown.map((one) => one.element))]
        : maps.filter(isStreets).map(({ name, maxzoom }) => h("p", { class: "map-list-line" }, name, h("span", {}, TEXTS.streetsDetail(maxzoom))))),
      ...(maps.some(isRelief) ? [h("label", { class: "layer-choice" }, terrain,
        h("span", { class: "layer-name" }, TEXTS.terrain), h("span", { class: "layer-detail" }, TEXTS.terrainDetail))] : []),
      ...(maps.length ? [] : [h("p", { class: "map-list-line" }, TEXTS.noStreets, h("span", {}, TEXTS.noStreetsDetail), h("code", { dir: "ltr" }, TEXTS.addMapCommand))]),
      ...maps.filter(isUnknown).map(({ name }) => h("p", { class: "map-list-line is-problem" }, TEXTS.unknownTiles(name))),
      ...(street?.problems ?? []).map(({ file, reason }) => h("p", { class: "map-list-line is-problem" }, TEXTS.mapProblem(file, reason))));
    mark();
    preview();
  }

  function mark() {
    const chosen = shown.length && chosenAmong(shown.map(({ choice }) => choice), store.state);
    for (const { choice, input } of shown) input.checked = choice === chosen;
    terrain.checked = store.state.terrain;
  }

  function preview() {
    if (shown.length && element.checkVisibility()) onPreview(shown);
  }

  store.watch((state) => state.street, show);
  store.watch((state) => [state.base, state.relief, state.terrain].join(), mark);
  return {
    element,
    async opened() {
      preview();
      await onOpen();
    },
  };
}

function tile(choice, onChoose) {
  const input = h("input", { type: "radio", name: "look-base", onchange: onChoose });
  const canvas = h("canvas", { class: "map-tile-picture", width: 0, height: 0, "aria-hidden": "true" });
  const element = h("label", { class: "map-tile", title: choice.detail }, input, canvas, h("span", { class: "map-tile-name" }, choice.label));
  return { choice, input, canvas, element };
}
