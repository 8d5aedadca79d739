/** @module */

import { formatDistance } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { h, isCoarse, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { choice } from "./link-form.js";
import { precisionOption } from "./terms.js";
import { circleIn, radiusAt, stepOf } from "./zones.js";

/**
 * How guests see the photos.
 *
 * @type {import("./terms.js").Options}
 */
const EFFECTS = [["", TEXTS.seeNothing], ...[1000, 2000, 10_000].map(precisionOption)];
const MANY_DAYS = 2;

/**
 * The places that are hidden from guests, and the form for a new one.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("./sharing-view.js").Actions} options.actions
 */
export function createPlaces({ store, actions }) {
  const list = h("ul", { class: "sharing-list" });
  const undo = h("div", { class: "sharing-undo", role: "status" });
  const start = h("button", { type: "button", class: "button", onclick: () => actions.startDraft() }, icon("plus"), TEXTS.hideAPlace);
  const form = createDraftForm(actions);
  const element = h("div", { class: "sharing-part" },
    h("p", { class: "sharing-note" }, TEXTS.hiddenPlacesExplained), form.element, list, undo, start);

  /** @param {import("../api/sharing.js").Zone[] | null | undefined} zones */
  function showZones(zones) {
    list.replaceChildren(...(zones ?? []).map((zone) => zoneRow(zone, actions)));
  }

  store.watch((state) => state.sharing?.zones, showZones);
  store.watch((state) => state.sharing?.draft, (draft) => {
    form.show(draft ?? null);
    start.hidden = Boolean(draft);
  });
  store.watch((state) => state.sharing?.isSending, (isSending) => form.lock(Boolean(isSending)));
  store.watch((state) => state.sharing?.removed, (removed) => {
    const hadFocus = undo.contains(document.activeElement);
    undo.replaceChildren(...(removed ? [
      h("span", {}, TEXTS.placeShown(removed.name)),
      h("button", { type: "button", class: "button", onclick: () => actions.restore() }, TEXTS.undo),
    ] : []));
    if (removed && document.activeElement === document.body) undo.querySelector("button")?.focus();
    if (!removed && hadFocus) start.focus();
  });
  return { element, focusDraft: form.focus };
}

/** @param {import("../api/sharing.js").Zone} zone @param {import("./sharing-view.js").Actions} actions */
function zoneRow(zone, actions) {
  const { name, circle, coarse } = zone;
  const facts = [coarse ? TEXTS.positionsWithin(Number(coarse)) : TEXTS.photosHidden, circle && TEXTS.radiusOf(formatDistance(circleIn(circle).radius))];
  return h("li", { class: "sharing-zone", "data-zone": name },
    h("button", { type: "button", class: "sharing-zone-name", "aria-label": TEXTS.showZoneOnMap(name), title: TEXTS.showOnMap, onclick: () => actions.showZone(zone) },
      h("bdi", {}, name), h("span", { class: "sharing-facts" }, facts.filter(Boolean).join(" · "))),
    h("button", { type: "button", class: "button", "aria-label": TEXTS.removeZone(name), onclick: () => actions.remove(zone) }, TEXTS.remove));
}

/** @param {import("./sharing-view.js").Actions} actions */
function createDraftForm(actions) {
  const title = h("h3", { class: "sharing-title" });
  const hint = h("p", { class: "sharing-note" }, isCoarse() ? TEXTS.drawByFinger : TEXTS.drawByPointer);
  const name = h("input", { type: "text", class: "choice-search", autocomplete: "off", maxlength: 60, required: true, oninput: () => actions.change({ name: name.value }) });
  const effect = choice(TEXTS.guestsSee, EFFECTS);
  effect.select.addEventListener("change", () => actions.change({ coarse: effect.select.value }));
  const size = h("input", { type: "range", min: 0, max: 100, step: 1, oninput: () => draft && actions.change({ circle: { ...draft.circle, radius: radiusAt(Number(size.value)) } }) });
  const sizeText = h("output", {});
  const add = h("button", { type: "submit", class: "button is-primary" }, TEXTS.hideThisPlace);
  const element = h("form", { class: "sharing-form sharing-draft", hidden: true, onsubmit: (event) => {
    event.preventDefault();
    actions.add();
  } },
  title, hint,
  h("label", { class: "sharing-choice" }, h("span", {}, TEXTS.nameOfPlace), name),
  h("label", { class: "sharing-choice" }, h("span", {}, TEXTS.radius), h("span", { class: "sharing-size" }, size, sizeText)),
  effect.element,
  h("div", { class: "sharing-buttons" }, add,
    !isCoarse() && h("button", { type: "button", class: "button", onclick: () => actions.moveByKeys() }, TEXTS.moveByKeys),
    h("button", { type: "button", class: "button", onclick: () => actions.cancel() }, TEXTS.cancel)));
  /** @type {import("./zones.js").Draft | null} */
  let draft = null;

  return {
    element,
    focus: () => size.focus(),
    lock: (/** @type {boolean} */ isLocked) => (add.disabled = isLocked),

    /** @param {import("./zones.js").Draft | null} next */
    show(next) {
      draft = next;
      element.hidden = !next;
      if (!next) return;
      setText(title, next.days >= MANY_DAYS ? TEXTS.suggestedPlace(next.days) : TEXTS.newHiddenPlace);
      if (name.value !== next.name) name.value = next.name;
      effect.select.value = next.coarse;
      size.value = String(stepOf(next.circle.radius));
      const words = formatDistance(next.circle.radius);
      size.setAttribute("aria-valuetext", words);
      setText(sizeText, words);
    },
  };
}
