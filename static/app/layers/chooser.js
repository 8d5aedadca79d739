/**
 * The button that opens the choice of layers: how the map shows photos.
 * @module
 */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createLanguageChoice } from "./language-choice.js";
import { createThemeButton } from "../theme/theme-button.js";
import { LAYERS } from "./look.js";
import { TEXTS } from "../core/texts.js";

const NAMES = {
  pins: [TEXTS.pins, TEXTS.pinsDetail],
  heat: [TEXTS.heat, TEXTS.heatDetail],
  points: [TEXTS.points, TEXTS.pointsDetail],
};

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {(changes: Partial<import("./look.js").Look>) => void} options.onLook
 * @param {{element: HTMLElement, opened: () => void}} options.maps the list of maps
 * @param {{element: HTMLElement, opened: () => void}} options.tracks the switch of tracks
 * @param {HTMLElement} options.earlier the switch of suggestions
 * @param {HTMLElement} options.offline the choice of how many pictures are kept
 * @param {ReturnType<typeof import("../theme/theme.js").createTheme>} options.theme
 * @returns {HTMLElement} a group of controls
 */
export function createChooser({ store, onLook, maps, tracks, earlier, offline, theme }) {
  const button = h("button", {
    type: "button", class: "icon-button", "aria-label": TEXTS.layers, title: TEXTS.layers, "aria-expanded": "false", "aria-controls": "layer-chooser",
    onclick: () => toggle(card.hidden),
  }, icon("layers"));
  const layers = Object.fromEntries(LAYERS.map((layer) => [layer, choice("radio", "layer", ...NAMES[layer], () => onLook({ layer }))]));
  const globe = choice("checkbox", "globe", TEXTS.globe, TEXTS.globeDetail, (input) => onLook({ globe: input.checked }));
  const fans = choice("checkbox", "fans", TEXTS.directions, TEXTS.directionsDetail, (input) => onLook({ fans: input.checked }));
  const visited = choice("checkbox", "visited", TEXTS.visited, TEXTS.visitedDetail, (input) => onLook({ visited: input.checked }));
  const card = h("div", { id: "layer-chooser", class: "layer-card", role: "group", "aria-label": TEXTS.mapLayers, hidden: true },
    h("div", { role: "radiogroup", "aria-label": TEXTS.layer }, ...LAYERS.map((layer) => layers[layer].element)),
    h("hr"), globe.element, fans.element, visited.element, tracks.element, earlier, h("hr"), maps.element,
    // Shown on small phones, where there is no room for it beside the map.
    createThemeButton(store, theme, { class: "layer-theme", isNamed: true }),
    createLanguageChoice(), offline);
  const group = h("div", { class: "layer-control" }, h("div", { class: "control-group" }, button), card);

  function toggle(open) {
    card.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) maps.opened();
    if (open) tracks.opened();
    if (open) /** @type {HTMLElement} */ (card.querySelector("input:checked")).focus({ preventScroll: true });
  }

  group.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || card.hidden) return;
    event.stopPropagation();
    toggle(false);
    button.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!card.hidden && !group.contains(/** @type {Node} */ (event.target))) toggle(false);
  });
  group.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !group.contains(/** @type {Node} */ (event.relatedTarget))) toggle(false);
  });

  store.watch((state) => state.look, (look) => {
    for (const layer of LAYERS) layers[layer].input.checked = look.layer === layer;
    globe.input.checked = look.globe;
    fans.input.checked = look.fans;
    visited.input.checked = look.visited;
    button.classList.toggle("is-on", look.layer !== "pins" || look.globe || look.fans || look.visited);
  });
  return group;
}

function choice(type, name, label, detail, onChange) {
  const input = h("input", { type, name: `look-${name}`, onchange: () => onChange(input) });
  const element = h("label", { class: "layer-choice" }, input,
    h("span", { class: "layer-name" }, label), h("span", { class: "layer-detail" }, detail));
  return { element, input };
}
