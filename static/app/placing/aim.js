/**
 * The controls for choosing a place: a card over the map with instructions, and a cross in the middle of the map for
 * readers without a mouse.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { nearestCopy } from "../core/viewport.js";
import { answersTo } from "../search/answers.js";
import { NO_PLACES, readPlaces } from "../search/places.js";
import { byId, h, isCoarse, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createDetails } from "./details.js";

/** If the map has moved less than this many pixels since coordinates were entered, they are still in its middle. */
const STEADY_PX = 2;

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../map/map-view.js").MapCanvas} options.mapView
 * @param {object} options.actions
 * @param {(spot: import("../map/map-address.js").Spot) => void} options.actions.place
 * @param {() => void} options.actions.cancel
 * @param {(answer: import("../search/answers.js").Answer) => void} options.actions.goTo
 * @param {() => Promise<import("../search/places.js").PlaceList | null>} options.loadPlaces
 */
export function createAim({ store, mapView, actions, loadPlaces }) {
  /**
   * The exact place that was entered, while it is in the middle of the map.
   *
   * @type {import("../map/map-address.js").Spot | null}
   */
  let entered = null;
  let gazetteer = NO_PLACES;
  const status = h("p", { class: "placing-status", role: "status" });
  const problem = h("p", { class: "placing-problem", role: "alert" });
  const field = h("input", { type: "text", class: "choice-search", placeholder: TEXTS.enterCoordinates, "aria-label": TEXTS.enterCoordinatesLabel, autocomplete: "off", spellcheck: "false", enterkeyhint: "go" });
  const here = h("button", { type: "button", class: "button is-primary", onclick: () => actions.place(entered ?? mapView.position()) }, TEXTS.placeHere);
  const cancel = h("button", { type: "button", class: "button", onclick: () => actions.cancel() }, TEXTS.cancel);
  const details = createDetails();
  // Without a submit button, Enter does nothing in a form with several fields.
  const form = h("form", { class: "placing-form", onsubmit: submit }, field, here, cancel, details.node, h("button", { type: "submit", hidden: true }));
  const card = h("section", { class: "placing-card", "aria-label": TEXTS.placingTitle, hidden: true }, status, problem, form);
  const cross = h("div", { class: "placing-cross", "aria-hidden": "true", hidden: true }, icon("plus"));
  byId("map").after(cross, card);
  const loadNames = () => loadPlaces().then((list) => (gazetteer = list ? readPlaces(list) : NO_PLACES), () => {});
  field.addEventListener("focus", loadNames, { once: true });
  form.addEventListener("keydown", (event) => event.target instanceof HTMLInputElement && event.key !== "Escape" && event.stopPropagation());
  mapView.onMove(follow);
  store.watch((state) => state.placing, show);

  function show(placing) {
    const wasOpen = !card.hidden;
    const isOpen = Boolean(placing && !placing.isDragged);
    document.documentElement.classList.toggle("is-placing", Boolean(placing));
    card.hidden = !isOpen;
    if (isOpen && !wasOpen) {
      [field.value, entered] = ["", null];
      details.clear(placing.photos);
      mapView.focus(); // The list no longer covers the map.
    }
    if (isOpen) {
      setText(status, statusOf(placing));
      setText(problem, placing.problem);
      here.disabled = placing.isSending;
    }
    showCross(isOpen);
  }

  function showCross(isOpen) {
    const hasCross = isOpen && (isCoarse() || entered !== null);
    cross.hidden = here.hidden = !hasCross;
    if (!hasCross) return;
    const { x, y } = middleOf(mapView);
    cross.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  function follow(isSettled) {
    if (card.hidden) return;
    if (isSettled && entered && !isInMiddle(mapView, entered)) entered = null;
    showCross(true);
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    // Enter in the fields below places at the cross, as the button does.
    if (!here.hidden && document.activeElement !== field) return actions.place(entered ?? mapView.position());
    const { answers, message } = answersTo(field.value, { centre: mapView.position(), gazetteer });
    const found = answers.find(({ spot, box }) => spot || box);
    setText(problem, found || field.value.trim() === "" ? "" : message || TEXTS.noSuchPlace);
    if (!found) return;
    actions.goTo(found);
    if (found.kind === "spot") here.focus();
    else mapView.focus();
  }

  return {
    /**
     * What was entered beside the place; null if a field is not valid.
     *
     * @returns {import("./placing-state.js").Details | null}
     */
    details: () => details.read((message) => setText(problem, message)),

    /**
     * Moves the map to a place that was entered.
     *
     * @param {import("../map/map-address.js").Spot | null} spot null if it is not exact, such as a town
     */
    enter(spot) {
      entered = spot;
      showCross(!card.hidden);
      if (spot) here.focus();
    },
  };
}

/** @param {import("./placing-state.js").Placing} placing */
function statusOf({ photos, isSending }) {
  const counted = TEXTS.counted.photo(photos.length);
  return isSending ? TEXTS.placingNow(counted) : (isCoarse() ? TEXTS.aimWithCross : TEXTS.aimWithPointer)(counted, photos.length);
}

/**
 * The middle of the map, on the screen.
 *
 * @param {import("../map/map-view.js").MapCanvas} mapView
 */
function middleOf(mapView) {
  const { lon, lat } = mapView.middle();
  return mapView.project(lon, lat);
}

/** @param {import("../map/map-view.js").MapCanvas} mapView */
function isInMiddle(mapView, { lat, lon }) {
  const [one, other] = [mapView.project(nearestCopy(lon, mapView.middle().lon), lat), middleOf(mapView)];
  return Math.hypot(one.x - other.x, one.y - other.y) < STEADY_PX;
}
