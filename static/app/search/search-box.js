/**
 * The search box: a combobox over the map that lists the possible meanings of the text.
 * @module
 */

import { byId, h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { answersTo, appended, areaAnswer, fileAnswer, ownFirst } from "./answers.js";
import { areaInSeason, parseSeason } from "./seasons.js";
import { NO_PLACES, readPlaces } from "./places.js";
import { TEXTS } from "../core/texts.js";

/** A search for files starts after this many letters, when the typing has paused. */
const LEAST_LETTERS = 3;
const REST_MS = 250;

export class SearchBox {
  #centre;
  #loadPlaces;
  #loadFacets;
  #findFiles;
  #findAreas;
  #onChoose;
  #onLeave;
  #input = h("input", {
    id: "search-input", class: "search-input", type: "text", role: "combobox", placeholder: TEXTS.searchPlaceholder,
    "aria-label": TEXTS.searchLabel, "aria-autocomplete": "list",
    "aria-expanded": "false", "aria-controls": "search-list", "aria-keyshortcuts": "/",
    autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false", enterkeyhint: "search",
  });
  #clear;
  #list = h("ul", { id: "search-list", class: "search-list", role: "listbox", "aria-label": TEXTS.searchResults, hidden: true });
  #message = h("p", { class: "search-message", role: "status" });
  #gazetteer = NO_PLACES;
  /** @type {import("../filters/facets.js").Facets | null} */
  #facets = null;
  #files = new AbortController();
  #fileTimer = 0;
  /** @type {Promise<void> | null} */
  #loading = null;
  /** @type {{own: import("./answers.js").Answer[], files: import("./answers.js").Answer[]} | null} what the server found, once it has answered */
  #found = null;
  /** @type {import("./answers.js").Answer[]} */
  #answers = [];
  #active = -1;
  /** Whether the list shows answers to the text, or would if there were any: not after Escape, a choice or leaving the box. */
  #isListing = false;
  /**
   * Whether the reader is in the list, by keys or pointer. Later results are then appended, so that rows do not move.
   */
  #isRead = false;

  /**
   * @param {object} options
   * @param {() => {lat: number, lon: number}} options.centre of the map
   * @param {() => Promise<import("./places.js").PlaceList | null>} options.loadPlaces called when the box is first used
   * @param {() => Promise<import("../filters/facets.js").Facets | null>} options.loadFacets called when the box is first used
   * @param {(text: string, signal: AbortSignal) => Promise<import("../api/photos.js").Photo[]>} options.findFiles finds photos whose filename contains the text
   * @param {(text: string, signal: AbortSignal) => Promise<import("../api/places.js").Area[]>} options.findAreas finds countries, regions and places of that name with photos
   * @param {(answer: import("./answers.js").Answer) => void} options.onChoose
   * @param {() => void} options.onLeave moves the focus after a choice
   */
  constructor({ centre, loadPlaces, loadFacets, findFiles, findAreas, onChoose, onLeave }) {
    this.#centre = centre;
    this.#loadPlaces = loadPlaces;
    this.#loadFacets = loadFacets;
    this.#findFiles = findFiles;
    this.#findAreas = findAreas;
    this.#onChoose = onChoose;
    this.#onLeave = onLeave;
    this.#clear = h("button", { type: "button", class: "icon-button search-clear", "aria-label": TEXTS.clearSearch, title: TEXTS.clearSearch, hidden: true, onclick: () => this.#reset(true) }, icon("close"));
    byId("search").append(h("label", { class: "search-field" }, icon("search", "icon search-icon"), this.#input, this.#clear), this.#list, this.#message);
    const keys = {
      ArrowDown: () => (this.#answers.length ? this.#step(1) : this.#update()),
      ArrowUp: () => this.#answers.length && this.#step(-1),
      Enter: () => (this.#answers.length ? this.#choose(this.#active) : this.#update()),
      Escape: () => (this.#answers.length || this.#message.textContent ? this.#close() : this.#input.value ? this.#reset(true) : this.#onLeave()),
    };
    this.#input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      // Here the page's shortcuts are letters of the text.
      event.stopPropagation();
      if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
      event.preventDefault();
      keys[event.key]();
    });
    this.#input.addEventListener("input", this.#update);
    this.#input.addEventListener("focus", () => {
      this.#loadNames();
      this.#input.select();
      if (this.#input.value) this.#update();
    });
    this.#input.addEventListener("blur", this.#close);
    this.#list.addEventListener("pointermove", () => (this.#isRead = true));
    // Keeps the focus in the input; otherwise the list would close before the click.
    this.#list.addEventListener("pointerdown", (event) => {
      this.#isRead = true;
      event.preventDefault();
    });
    this.#list.addEventListener("click", (event) => {
      const item = /** @type {Element} */ (event.target).closest("[role=option]");
      if (item) this.#choose([...this.#list.children].indexOf(item));
    });
    addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.altKey || event.ctrlKey || event.metaKey) return;
      if (/** @type {Element} */ (event.target).closest?.("input, textarea, select, [contenteditable]")) return;
      if (document.querySelector("dialog[open], [aria-modal=true]:not([hidden])")) return;
      event.preventDefault();
      this.#input.focus();
    });
  }

  #loadNames() {
    if (this.#loading) return;
    this.#loading = Promise.all([this.#loadPlaces(), this.#loadFacets().catch(() => null)]).then(([found, choices]) => {
      this.#gazetteer = found ? readPlaces(found) : NO_PLACES;
      this.#facets = choices;
      if (this.#isListing) this.#fill();
    }).catch(() => (this.#loading = null));
  }

  #update = () => {
    this.#files.abort();
    clearTimeout(this.#fileTimer);
    this.#isListing = true;
    this.#isRead = false;
    this.#found = null;
    if (this.#fill()) this.#fileTimer = setTimeout(this.#find, REST_MS);
  };

  /**
   * Lists what is known so far.
   *
   * @returns {boolean} whether the server can find more
   */
  #fill() {
    const text = this.#input.value.trim();
    const { answers, message, isName } = answersTo(text, { centre: this.#centre(), gazetteer: this.#gazetteer, facets: this.#facets });
    const mayBeFile = isName && text.length >= LEAST_LETTERS;
    const { own, files } = this.#found ?? { own: [], files: [] };
    if (this.#isRead) {
      this.#extend(appended([...own, ...answers, ...files], this.#answers));
    } else {
      const all = [...ownFirst(own, answers), ...files];
      this.#show(all, all.length || (mayBeFile && !this.#found) ? "" : message);
    }
    return mayBeFile;
  }

  #find = async () => {
    const { signal } = (this.#files = new AbortController());
    const text = this.#input.value.trim();
    // If a request fails, there are no such results. The map reports the problem.
    const season = parseSeason(text);
    const [photos, areas] = await Promise.all([this.#findFiles(text, signal).catch(() => []), this.#findAreas(season?.place || text, signal).catch(() => [])]);
    if (signal.aborted) return;
    const own = areas.map((area) => (season?.place ? areaInSeason(area, season) : areaAnswer(area)));
    this.#found = { own, files: photos.map(fileAnswer) };
    this.#fill();
  };

  /** Adds results without moving rows that the reader may be about to choose. */
  #extend(answers) {
    const from = this.#answers.length;
    this.#answers = answers;
    this.#list.append(...answers.slice(from).map((answer, index) => this.#option(answer, from + index)));
  }

  #step(by) {
    this.#isRead = true;
    this.#activate((this.#active + by + this.#answers.length) % this.#answers.length);
  }

  #show(next, words) {
    this.#answers = next;
    setText(this.#message, words);
    this.#list.replaceChildren(...this.#answers.map(this.#option));
    this.#list.hidden = this.#answers.length === 0;
    this.#clear.hidden = this.#input.value === "";
    this.#input.setAttribute("aria-expanded", String(this.#answers.length > 0));
    this.#activate(this.#answers.length ? 0 : -1);
  }

  #option = ({ sign, title, detail }, index) => {
    return h("li", { id: `search-option-${index}`, class: "search-option", role: "option", "aria-selected": "false" },
      icon(sign), h("span", { class: "search-title" }, title), h("span", { class: "search-detail" }, detail));
  };

  #activate(index) {
    this.#list.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = index;
    const chosen = this.#list.children[this.#active];
    chosen?.setAttribute("aria-selected", "true");
    chosen?.scrollIntoView({ block: "nearest" });
    if (chosen) this.#input.setAttribute("aria-activedescendant", chosen.id);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  #choose(index) {
    const answer = this.#answers[index];
    if (!answer) return;
    this.#close();
    this.#input.value = answer.title;
    this.#clear.hidden = false;
    this.#onLeave();
    this.#onChoose(answer);
  }

  #close = () => {
    this.#files.abort();
    clearTimeout(this.#fileTimer);
    this.#isListing = false;
    this.#answers = [];
    this.#list.replaceChildren();
    this.#list.hidden = true;
    setText(this.#message, "");
    this.#input.setAttribute("aria-expanded", "false");
    this.#activate(-1);
  };

  #reset(keepFocus) {
    this.#input.value = "";
    this.#clear.hidden = true;
    this.#close();
    if (keepFocus) this.#input.focus();
  }
}
