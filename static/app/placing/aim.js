/**
 * The controls for choosing a place: a card over the map with instructions, and a cross in the middle of the map for
 * readers without a mouse.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { answersTo } from "../search/answers.js";
import { NO_PLACES, readPlaces } from "../search/places.js";
import { byId, h, isCoarse, setText } from "../ui/dom.js";
import { createCross } from "./cross.js";
import { createDetails } from "./details.js";
import { createOldPlace } from "./old-place.js";
import { pictures } from "./load.js";
import { commonSpot } from "./placing-state.js";

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../map/map-view.js").MapCanvas} options.mapView
 * @param {object} options.actions
 * @param {(spot: import("../map/map-address.js").Spot) => void} options.actions.place
 * @param {() => void} options.actions.cancel
 * @param {(answer: import("../search/answers.js").Answer) => void} options.actions.goTo
 * @param {(event: PointerEvent, tip: {x: number, y: number}) => void} options.actions.drag drags the photos from their old place
 * @param {import("../api.js").Api} options.api
 * @param {() => Promise<import("../search/places.js").PlaceList | null>} options.loadPlaces
 */
export function createAim({ store, mapView, api, actions, loadPlaces }) {
  /**
   * The exact place that was entered, while it is in the middle of the map.
   *
   * @type {import("../map/map-address.js").Spot | null}
   */
  let entered = null;
  let gazetteer = NO_PLACES;
  const { card, status, picture, problem, form, field, here, details } = createCard({ submit, place: placeHere, cancel: actions.cancel });
  const cross = createCross(mapView);
  byId("map").after(cross.element, card);
  const oldPlace = createOldPlace({ mapView, api, onPress: actions.drag });
  const loadNames = () => loadPlaces().then((list) => (gazetteer = list ? readPlaces(list) : NO_PLACES), () => {});
  field.addEventListener("focus", loadNames, { once: true });
  form.addEventListener("keydown", (event) => event.target instanceof HTMLInputElement && event.key !== "Escape" && event.stopPropagation());
  mapView.onMove(follow);
  store.watch((state) => state.placing, show);

  function show(placing) {
    const wasOpen = !card.hidden;
    const isOpen = Boolean(placing && !placing.isDragged);
    document.documentElement.classList.toggle("is-placing", Boolean(placing));
    document.documentElement.classList.toggle("is-aiming", isOpen);
    if (!isOpen && card.contains(document.activeElement)) mapView.focus();
    card.hidden = !isOpen;
    if (isOpen && !wasOpen) begin(placing.photos);
    if (!isOpen && wasOpen) oldPlace.close();
    if (isOpen) {
      setText(status, statusOf(placing));
      setText(problem, placing.problem);
      here.disabled = placing.isSending;
    }
    showCross(isOpen);
  }

  /** @param {import("../api/photos.js").Photo[]} photos */
  function begin(photos) {
    field.value = "";
    details.clear(photos);
    picture.replaceChildren(pictures(photos, api));
    // On a touch screen, the field would open the keyboard over the map.
    if (isCoarse()) mapView.focus();
    else field.focus({ preventScroll: true });
    // The cross begins at the place of the photos, so that “Here” changes nothing before the map is moved.
    entered = isCoarse() ? commonSpot(photos) : null;
    oldPlace.open(photos, isCoarse());
  }

  function showCross(isOpen) {
    here.hidden = !isOpen || (!isCoarse() && entered === null);
    cross.show(!here.hidden);
  }

  function follow(isSettled) {
    if (card.hidden) return;
    if (isSettled && entered && !cross.isAt(entered)) entered = null;
    showCross(true);
  }

  function placeHere() {
    actions.place(entered ?? mapView.position());
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    // Enter in the fields below places at the cross, as the button does.
    if (!here.hidden && document.activeElement !== field) return placeHere();
    // Enter on the map places at its middle.
    if (field.value.trim() === "") return mapView.focus();
    const { answers, message } = answersTo(field.value, { centre: mapView.position(), gazetteer });
    const found = answers.find(({ spot, box }) => spot || box);
    setText(problem, found ? "" : message || TEXTS.noSuchPlace);
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

    lift: oldPlace.lift, stay: oldPlace.stay,

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

/**
 * @param {object} actions
 * @param {(event: SubmitEvent) => void} actions.submit
 * @param {() => void} actions.place
 * @param {() => void} actions.cancel
 */
function createCard({ submit, place, cancel }) {
  const status = h("p", { class: "placing-status", role: "status" });
  const picture = h("div", { class: "placing-pictures", "aria-hidden": "true" });
  const problem = h("p", { class: "placing-problem", role: "alert" });
  const field = h("input", { type: "text", class: "choice-search", placeholder: TEXTS.enterCoordinates, "aria-label": TEXTS.enterCoordinatesLabel, autocomplete: "off", spellcheck: "false", enterkeyhint: "go" });
  const here = h("button", { type: "button", class: "button is-primary", onclick: () => place() }, TEXTS.placeHere);
  const stop = h("button", { type: "button", class: "button", onclick: () => cancel() }, TEXTS.cancel);
  const details = createDetails();
  // Without a submit button, Enter does nothing in a form with several fields.
  const form = h("form", { class: "placing-form", onsubmit: submit }, field, here, stop, details.node, h("button", { type: "submit", hidden: true }));
  const card = h("section", { class: "placing-card", "aria-label": TEXTS.placingTitle, hidden: true }, h("div", { class: "placing-head" }, picture, status), problem, form);
  return { card, status, picture, problem, form, field, here, details };
}

/** @param {import("./placing-state.js").Placing} placing */
function statusOf({ photos, isSending }) {
  if (isSending) return TEXTS.placingNow(TEXTS.counted.photo(photos.length));
  if (isCoarse()) return TEXTS.aimWithCross(photos.length);
  return (commonSpot(photos) ? TEXTS.aimOrDrag : TEXTS.aimWithPointer)(photos.length);
}
