/**
 * The search box: a combobox over the map whose list says what the text may mean.
 * @module
 */

import { byId, h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { answersTo, fileAnswer } from "./answers.js";
import { NO_PLACES, readPlaces } from "./places.js";

/** A file is looked for when so many letters have been typed and the typing rests. */
const LEAST_LETTERS = 3;
const REST_MS = 250;

/**
 * @param {object} options
 * @param {() => {lat: number, lon: number}} options.centre of the map
 * @param {() => Promise<import("./places.js").PlaceList | null>} options.loadPlaces called when the box is first used
 * @param {() => Promise<import("../filters/facets.js").Facets | null>} options.loadFacets called then, too
 * @param {(text: string, signal: AbortSignal) => Promise<any[]>} options.findFiles the photos whose file has such a name
 * @param {(answer: import("./answers.js").Answer) => void} options.onChoose
 * @param {() => void} options.onLeave where the focus goes after a choice
 */
export function createSearchBox({ centre, loadPlaces, loadFacets, findFiles, onChoose, onLeave }) {
  const input = h("input", {
    id: "search-input", class: "search-input", type: "text", role: "combobox", placeholder: "City, folder, date…",
    "aria-label": "Search: a city, country, folder, file, camera, date, coordinates or a map link", "aria-autocomplete": "list",
    "aria-expanded": "false", "aria-controls": "search-list", "aria-keyshortcuts": "/",
    autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false", enterkeyhint: "search",
  });
  const clear = h("button", { type: "button", class: "icon-button search-clear", "aria-label": "Clear search", title: "Clear search", hidden: true, onclick: () => reset(true) }, icon("close"));
  const list = h("ul", { id: "search-list", class: "search-list", role: "listbox", "aria-label": "Search results", hidden: true });
  const message = h("p", { class: "search-message", role: "status" });
  byId("search").append(h("label", { class: "search-field" }, icon("search", "icon search-icon"), input, clear), list, message);

  let gazetteer = NO_PLACES;
  /** @type {import("../filters/facets.js").Facets | null} */
  let facets = null;
  let files = new AbortController();
  let fileTimer = 0;
  /** @type {Promise<void> | null} */
  let loading = null;
  /** @type {import("./answers.js").Answer[]} */
  let answers = [];
  let active = -1;

  function loadNames() {
    loading ??= Promise.all([loadPlaces(), loadFacets().catch(() => null)]).then(([found, choices]) => {
      gazetteer = found ? readPlaces(found) : NO_PLACES;
      facets = choices;
      if (input.value && document.activeElement === input) update();
    }).catch(() => (loading = null));
  }

  function update() {
    const text = input.value.trim();
    const found = answersTo(text, { centre: centre(), gazetteer, facets });
    const mayBeFile = found.isName && text.length >= LEAST_LETTERS;
    files.abort();
    clearTimeout(fileTimer);
    show(found.answers, mayBeFile ? "" : found.message);
    if (mayBeFile) fileTimer = setTimeout(addFiles, REST_MS, text, found.message);
  }

  async function addFiles(text, otherwise) {
    const { signal } = (files = new AbortController());
    // Where the server does not answer, the map says so.
    const photos = await findFiles(text, signal).catch(() => []);
    if (signal.aborted) return;
    const chosen = active;
    show([...answers, ...photos.map(fileAnswer)], answers.length + photos.length ? "" : otherwise);
    if (chosen > 0) activate(chosen);
  }

  function show(next, words) {
    answers = next;
    setText(message, words);
    list.replaceChildren(...answers.map(option));
    list.hidden = answers.length === 0;
    clear.hidden = input.value === "";
    input.setAttribute("aria-expanded", String(answers.length > 0));
    activate(answers.length ? 0 : -1);
  }

  function option({ sign, title, detail }, index) {
    return h("li", { id: `search-option-${index}`, class: "search-option", role: "option", "aria-selected": "false" },
      icon(sign), h("span", { class: "search-title" }, title), h("span", { class: "search-detail" }, detail));
  }

  function activate(index) {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = index;
    const chosen = list.children[active];
    chosen?.setAttribute("aria-selected", "true");
    chosen?.scrollIntoView({ block: "nearest" });
    if (chosen) input.setAttribute("aria-activedescendant", chosen.id);
    else input.removeAttribute("aria-activedescendant");
  }

  function choose(index) {
    const answer = answers[index];
    if (!answer) return;
    close();
    input.value = answer.title;
    clear.hidden = false;
    onLeave();
    onChoose(answer);
  }

  function close() {
    files.abort();
    clearTimeout(fileTimer);
    answers = [];
    list.replaceChildren();
    list.hidden = true;
    setText(message, "");
    input.setAttribute("aria-expanded", "false");
    activate(-1);
  }

  function reset(keepFocus) {
    input.value = "";
    clear.hidden = true;
    close();
    if (keepFocus) input.focus();
  }

  const keys = {
    ArrowDown: () => (answers.length ? activate((active + 1) % answers.length) : update()),
    ArrowUp: () => answers.length && activate((active - 1 + answers.length) % answers.length),
    Enter: () => (answers.length ? choose(active) : update()),
    Escape: () => (answers.length || message.textContent ? close() : input.value ? reset(true) : onLeave()),
  };

  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    // The page's own keys are letters here.
    event.stopPropagation();
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
  input.addEventListener("input", update);
  input.addEventListener("focus", () => {
    loadNames();
    input.select();
    if (input.value) update();
  });
  input.addEventListener("blur", close);
  // Before the input loses the focus, and the list with it.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const item = /** @type {Element} */ (event.target).closest("[role=option]");
    if (item) choose([...list.children].indexOf(item));
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.altKey || event.ctrlKey || event.metaKey) return;
    if (/** @type {Element} */ (event.target).closest?.("input, textarea, select, [contenteditable]")) return;
    if (document.querySelector("dialog[open], [aria-modal=true]:not([hidden])")) return;
    event.preventDefault();
    input.focus();
  });
}
