/**
 * The search box: a combobox over the map that lists the possible meanings of the text. After a choice it is empty:
 * what was understood is in the chips below it, which can be edited.
 * @module
 */

import { byId, h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { ResultList } from "./result-list.js";
import { Searcher } from "./searcher.js";
import { TEXTS } from "../core/texts.js";

/** The server is asked when the typing has paused. */
const REST_MS = 200;

/** @typedef {import("./answers.js").Answer} Answer */

export class SearchBox {
  #sources;
  #suggest;
  #onUse;
  #onChoose;
  #onLeave;
  #input = h("input", {
    id: "search-input", class: "search-input", type: "text", role: "combobox", placeholder: TEXTS.searchPlaceholder,
    "aria-label": TEXTS.searchLabel, "aria-autocomplete": "list",
    "aria-expanded": "false", "aria-controls": "search-list", "aria-keyshortcuts": "/",
    autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false", enterkeyhint: "search",
  });
  #clear;
  #list;
  #message = h("p", { class: "search-message", role: "status" });
  #search = new AbortController();
  #timer = 0;
  /** @type {Searcher | null} of the current text; null if the list is closed, or the box is empty */
  #searcher = null;
  /** Whether the list shows results, or would if there were any: not after Escape, a choice or leaving the box. */
  #isListing = false;
  /**
   * Whether the reader is in the list, by keys or pointer. Later results are then appended, so that rows do not move.
   */
  #isRead = false;
  /** Whether the first row is chosen as soon as the search has ended, because Enter was pressed before. */
  #isAwaited = false;
  /** The filters without the chip that is edited. @type {import("../filters/filters.js").Filters | null} */
  #edited = null;

  /**
   * @param {object} options
   * @param {import("./searcher.js").Sources} options.sources
   * @param {() => Answer[]} options.suggest what an empty box offers
   * @param {() => Promise<unknown> | null} options.onUse called when the box is used, to load names; null if nothing has to be loaded
   * @param {(id: number, pixels: number) => string} options.pictureURL
   * @param {(answer: Answer) => void} options.onChoose
   * @param {() => void} options.onLeave moves the focus after a choice
   */
  constructor({ sources, suggest, onUse, pictureURL, onChoose, onLeave }) {
    this.#sources = { ...sources, filters: () => this.#edited ?? sources.filters() };
    this.#suggest = suggest;
    this.#onUse = onUse;
    this.#onChoose = onChoose;
    this.#onLeave = onLeave;
    this.#list = new ResultList({ input: this.#input, pictureURL, onChoose: (answer) => this.#choose(answer) });
    this.#clear = h("button", { type: "button", class: "icon-button search-clear", "aria-label": TEXTS.clearSearch, title: TEXTS.clearSearch, hidden: true, onclick: () => this.#reset(true) }, icon("close"));
    byId("search").append(h("div", { class: "search-field" }, h("label", { class: "search-label" }, icon("search", "icon search-icon"), this.#input), this.#clear), h("div", { class: "search-results" }, this.#list.element, this.#message));
    this.#listen();
  }

  #listen() {
    const keys = {
      ArrowDown: () => (this.#list.length ? this.#step(1) : this.#update()),
      ArrowUp: () => this.#list.length && this.#step(-1),
      Enter: () => this.#enter(),
      Escape: () => (this.#list.length || this.#message.textContent ? this.#close() : this.#input.value ? this.#reset(true) : this.#onLeave()),
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
      this.#update();
    });
    this.#input.addEventListener("blur", () => {
      // The chip that was edited still has its words.
      if (this.#edited) this.#reset(false);
      else this.#close();
    });
    for (const name of ["pointermove", "pointerdown"]) this.#list.element.addEventListener(name, () => (this.#isRead = true));
    addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.altKey || event.ctrlKey || event.metaKey) return;
      if (/** @type {Element} */ (event.target).closest?.("input, textarea, select, [contenteditable]")) return;
      if (document.querySelector("dialog[open], [aria-modal=true]:not([hidden])")) return;
      event.preventDefault();
      this.#input.focus();
    });
  }

  /**
   * Puts the words of a filter into the box. A choice then replaces it.
   *
   * @param {string} words @param {import("../filters/filters.js").Filters} others all filters without it
   */
  edit(words, others) {
    this.#edited = others;
    this.#input.value = words;
    if (document.activeElement === this.#input) this.#update();
    else this.#input.focus();
  }

  /** Empties the box unless the reader is typing. */
  forget() {
    if (document.activeElement !== this.#input) this.#reset(false);
  }

  /** Asks again for a text whose search has failed. */
  retry() {
    if (this.#searcher?.hasProblem) this.#update();
  }

  #loadNames() {
    this.#onUse()?.then(() => {
      if (!this.#isListing) return;
      if (this.#searcher) this.#searcher.show();
      else this.#showSuggestions();
    });
  }

  #update = () => {
    this.#stop();
    this.#isListing = true;
    this.#isRead = false;
    this.#clear.hidden = this.#input.value === "";
    if (this.#input.value.trim() === "") return this.#showSuggestions();
    const { signal } = (this.#search = new AbortController());
    const searcher = new Searcher(this.#input.value, this.#sources, signal, (outcome) => !signal.aborted && this.#show(outcome));
    this.#searcher = searcher;
    if (!searcher.isSettled) this.#timer = setTimeout(() => searcher.ask(), REST_MS);
  };

  #showSuggestions() {
    const offered = this.#suggest();
    if (this.#isRead) this.#list.extend(offered);
    else this.#list.show(offered, false);
    setText(this.#message, "");
  }

  /** @param {import("./searcher.js").Outcome} outcome */
  #show({ answers, message, isSettled }) {
    if (this.#isRead) this.#list.extend(answers);
    else this.#list.show(answers, true);
    setText(this.#message, message);
    if (isSettled && this.#isAwaited) this.#choose(this.#list.active);
    if (isSettled) this.#isAwaited = false;
  }

  /** Chooses the active row. A search that is still running may yet find a better first one. */
  #enter() {
    if (!this.#isListing || (this.#list.length === 0 && !this.#searcher)) return this.#update();
    if (this.#isRead || !this.#searcher || this.#searcher.isSettled) return this.#choose(this.#list.active);
    this.#isAwaited = true;
    if (!this.#timer) return;
    this.#stopTimer();
    this.#searcher.ask();
  }

  #step(by) {
    this.#isRead = true;
    this.#list.step(by);
  }

  /** @param {Answer | undefined} answer */
  #choose(answer) {
    if (!answer) return;
    this.#reset(false);
    this.#onLeave();
    this.#onChoose(answer);
  }

  #stopTimer() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** Ends the search of the text before. */
  #stop() {
    this.#search.abort();
    this.#stopTimer();
    this.#searcher = null;
    this.#isAwaited = false;
  }

  #close() {
    this.#stop();
    this.#isListing = false;
    this.#list.show([], false);
    setText(this.#message, "");
  }

  #reset(keepFocus) {
    this.#input.value = "";
    this.#clear.hidden = true;
    this.#edited = null;
    this.#close();
    if (keepFocus) this.#input.focus();
  }
}
