/** @module */

import { createLatest } from "../core/latest.js";
import { formatPhotos } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { chipsOf } from "../filters/chip-texts.js";
import { NO_FILTERS } from "../filters/filters.js";
import { h, setText } from "../ui/dom.js";
import { DIARY, LIFETIMES, NAMES, PRECISIONS, TIMES, WORDS, expressible, isPart, termsOf } from "./terms.js";

/**
 * The form for a new link: what it shows, how exactly, and how long.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {() => number[] | null} options.extent of all photos
 * @param {import("./sharing-view.js").Actions} options.actions
 * @returns {HTMLElement}
 */
export function createLinkForm({ store, api, extent, actions }) {
  const latest = createLatest();
  const { form, trip, view, time, folder, drawing, precision, names, words, times, diary, expires, utc, full, others, count, make } = createFields();
  form.addEventListener("submit", submit);
  form.addEventListener("change", show);
  /** What the form counted last, as text. */
  let counted = "";
  /** Whether the choice of the view is to be preset once the map has a view. */
  let isFresh = true;

  function terms() {
    const { shown, filters } = store.state;
    return termsOf(shown ?? store.state.view, filters, {
      trip: trip.input.checked, view: view.input.checked, time: time.input.checked, folder: folder.input.checked, drawing: drawing.input.checked,
      precision: precision.select.value, names: /** @type {import("./terms.js").Choices["names"]} */ (names.select.value),
      words: /** @type {import("./terms.js").Choices["words"]} */ (words.select.value),
      times: /** @type {import("./terms.js").Choices["times"]} */ (times.select.value),
      diary: /** @type {import("./terms.js").Choices["diary"]} */ (diary.select.value),
    });
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    actions.make({ ...terms(), expires: expires.select.value });
  }

  /** When the panel opens, the form means what the page shows. */
  function begin() {
    isFresh = true;
    for (const one of [trip, time, folder, drawing]) one.input.checked = true;
    counted = "";
    show();
  }

  function presetView() {
    const seen = store.state.shown ?? store.state.view;
    if (!isFresh || !seen) return;
    isFresh = false;
    view.input.checked = isPart(seen, extent());
  }

  function show() {
    if (!store.state.sharing) return latest.abort();
    presetView();
    const { filters, areaNames } = store.state;
    const { trip: day, datetime, path, filter, others: rest } = expressible(filters, areaNames);
    const isTrip = day !== "" && trip.input.checked;
    const textOf = (name) => chipsOf({ ...NO_FILTERS, [name]: filters[name] })[0].text;
    trip.element.hidden = day === "";
    // The page of a trip has no folders and no names of files, and shows all of the trip.
    [view.element.hidden, time.element.hidden, folder.element.hidden, drawing.element.hidden] = [isTrip, isTrip || !datetime, isTrip || !path, isTrip || !filter];
    [names.element.hidden, times.element.hidden, diary.element.hidden] = [isTrip, !isTrip, !isTrip];
    if (datetime) setText(time.text, TEXTS.only(textOf("time")));
    if (path) setText(folder.text, TEXTS.only(textOf("path")));
    utc.hidden = isTrip || !datetime || !time.input.checked;
    const left = day && !isTrip ? [...rest, textOf("trip")] : rest;
    full.hidden = isTrip || !filters.drawn || Boolean(filter);
    others.hidden = left.length === 0;
    setText(others, TEXTS.filtersNotInLinks(left.join(", ")));
    ask();
  }

  function ask() {
    const { trip: day, bbox, datetime, path, filter } = terms();
    const key = JSON.stringify([day, bbox, datetime, path, filter]);
    if (key === counted) return;
    counted = key;
    latest.load((signal) => api.countShared({ trip: day, bbox, datetime, path, filter }, signal),
      (found) => setText(count, [TEXTS.linkShows(formatPhotos(found)), hidesSome() && TEXTS.withoutHidden].filter(Boolean).join(" ")),
      (error) => setText(count, error.message));
  }

  const hidesSome = () => (store.state.sharing?.zones ?? []).some((zone) => !zone.coarse);

  store.watch((state) => state.sharing !== null, (isOpen) => (isOpen ? begin() : latest.abort()));
  store.watch((state) => state.shown, show);
  store.watch((state) => state.filters, show);
  store.watch((state) => state.sharing?.zones, () => {
    counted = "";
    show();
  });
  store.watch((state) => state.sharing?.isSending, (isSending) => (make.disabled = Boolean(isSending)));
  return form;
}

function createFields() {
  const trip = tick(TEXTS.onlyThisTrip);
  const view = tick(TEXTS.onlyThisView);
  const time = tick("");
  const folder = tick("");
  const drawing = tick(TEXTS.onlyDrawnArea);
  const precision = choice(TEXTS.positions, PRECISIONS);
  const names = choice(TEXTS.names, NAMES);
  const words = choice(TEXTS.textsAndPeople, WORDS);
  const times = choice(TEXTS.timesOfPhotos, TIMES);
  const diary = choice(TEXTS.diary, DIARY);
  const expires = choice(TEXTS.validFor, LIFETIMES);
  const utc = h("p", { class: "sharing-note" }, TEXTS.linkDaysAreUTC);
  const others = h("p", { class: "sharing-note is-warning" });
  const full = h("p", { class: "sharing-note is-warning" }, TEXTS.drawingNotInLink);
  const count = h("p", { class: "sharing-count", role: "status" });
  const make = h("button", { type: "submit", class: "button is-primary" }, TEXTS.makeLink);
  const form = h("form", { class: "sharing-form" },
    h("fieldset", { class: "sharing-what" }, h("legend", {}, TEXTS.whatToShare), trip.element, view.element, time.element, utc, folder.element, drawing.element, full, others),
    precision.element, names.element, words.element, times.element, diary.element, expires.element, count, make);
  return { form, trip, view, time, folder, drawing, full, precision, names, words, times, diary, expires, utc, others, count, make };
}

/** @param {string} words */
function tick(words) {
  const input = h("input", { type: "checkbox" });
  const text = h("span", {}, words);
  return { input, text, element: h("label", { class: "sharing-tick" }, input, text) };
}

/** @param {string} label @param {import("./terms.js").Options} choices */
export function choice(label, choices) {
  const select = h("select", { class: "choice-search" }, ...choices.map(([value, text]) => h("option", { value }, text)));
  return { select, element: h("label", { class: "sharing-choice" }, h("span", {}, label), select) };
}
