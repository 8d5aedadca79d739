/** @module */

import { createLatest } from "../core/latest.js";
import { formatPhotos } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { chipsOf } from "../filters/chip-texts.js";
import { NO_FILTERS } from "../filters/filters.js";
import { h, setText } from "../ui/dom.js";
import { LIFETIMES, NAMES, PRECISIONS, WORDS, expressible, isPart, termsOf } from "./terms.js";

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
  const { form, view, time, folder, precision, names, words, expires, utc, others, count, make } = createFields();
  form.addEventListener("submit", submit);
  form.addEventListener("change", show);
  /** What the form counted last, as text. */
  let counted = "";
  /** Whether the choice of the view is to be preset once the map has a view. */
  let isFresh = true;

  function terms() {
    const { shown, filters } = store.state;
    return termsOf(shown ?? store.state.view, filters, {
      view: view.input.checked, time: time.input.checked, folder: folder.input.checked,
      precision: precision.select.value, names: /** @type {import("./terms.js").Choices["names"]} */ (names.select.value),
      words: /** @type {import("./terms.js").Choices["words"]} */ (words.select.value),
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
    for (const one of [time, folder]) one.input.checked = true;
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
    const { datetime, path, others: rest } = expressible(filters, areaNames);
    const textOf = (name) => TEXTS.only(chipsOf({ ...NO_FILTERS, [name]: filters[name] })[0].text);
    [time.element.hidden, folder.element.hidden] = [!datetime, !path];
    if (datetime) setText(time.text, textOf("time"));
    if (path) setText(folder.text, textOf("path"));
    utc.hidden = !datetime || !time.input.checked;
    others.hidden = rest.length === 0;
    setText(others, TEXTS.filtersNotInLinks(rest.join(", ")));
    ask();
  }

  function ask() {
    const { bbox, datetime, path } = terms();
    const key = JSON.stringify([bbox, datetime, path]);
    if (key === counted) return;
    counted = key;
    latest.load((signal) => api.countShared({ bbox, datetime, path }, signal),
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
  const view = tick(TEXTS.onlyThisView);
  const time = tick("");
  const folder = tick("");
  const precision = choice(TEXTS.positions, PRECISIONS);
  const names = choice(TEXTS.names, NAMES);
  const words = choice(TEXTS.textsAndPeople, WORDS);
  const expires = choice(TEXTS.validFor, LIFETIMES);
  const utc = h("p", { class: "sharing-note" }, TEXTS.linkDaysAreUTC);
  const others = h("p", { class: "sharing-note is-warning" });
  const count = h("p", { class: "sharing-count", role: "status" });
  const make = h("button", { type: "submit", class: "button is-primary" }, TEXTS.makeLink);
  const form = h("form", { class: "sharing-form" },
    h("fieldset", { class: "sharing-what" }, h("legend", {}, TEXTS.whatToShare), view.element, time.element, utc, folder.element, others),
    precision.element, names.element, words.element, expires.element, count, make);
  return { form, view, time, folder, precision, names, words, expires, utc, others, count, make };
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
