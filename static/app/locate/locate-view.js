/**
 * The list of the files beside the map: where each was taken, or why that is not known.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { Sheet } from "../panel/sheet.js";
import { h, isCoarse, isLow, isNarrow, setText, withText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { LongList } from "../ui/long-list.js";
import { locateRow } from "./locate-row.js";
import { isPlaced, lacksAllPositions } from "./locate-state.js";
import { FORMS } from "./writers.js";

const ROW_HEIGHT = 64;
const HALF = 0.56;
const TALL_LEAVES = 40;
/** Screen readers would read each step of the progress. */
const SAID_EVERY_MS = 10_000;

/**
 * @typedef {object} Actions
 * @property {() => void} choose other files
 * @property {() => void} close
 * @property {() => void} cancel
 * @property {(id: number) => void} show an entry on the map
 * @property {() => void} showAll
 * @property {(form: import("./writers.js").Form) => void} download
 * @property {() => void} onRest called when the sheet has come to rest at half its height
 * @property {() => void} onClosed called when the focus was in the list
 */

export class LocateView {
  #actions;
  #title = h("h2", { class: "panel-title", tabindex: "-1" }, TEXTS.locateFiles);
  #subtitle = h("p", { class: "panel-subtitle" });
  #said = h("p", { class: "visually-hidden", role: "status" });
  #bar = h("progress", { class: "located-progress", "aria-label": TEXTS.locateFiles });
  #cancel;
  #again;
  #all;
  #downloads;
  #hint = h("p", { class: "located-hint", hidden: true }, icon("info"), h("span", {}, TEXTS.locatePhoneHint));
  #list;
  #body = h("div", { class: "panel-body located-body" });
  #sheet;
  #saidAt = 0;
  #isOpen = false;
  /** Whether other files were chosen since the list was shown. */
  #isNew = false;
  /** @type {import("./locate-state.js").OpenLocated | null} */
  #shown = null;
  element;

  /** @param {{store: import("../core/store.js").Store, actions: Actions}} options */
  constructor({ store, actions }) {
    this.#actions = actions;
    const button = (/** @type {string} */ text, /** @type {() => void} */ run, className = "") => h("button", { type: "button", class: `button ${className}`, onclick: () => run() }, text);
    const close = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.close, title: TEXTS.close, onclick: () => actions.close() }, icon("close"));
    this.#cancel = button(TEXTS.cancel, actions.cancel);
    this.#again = button(TEXTS.locateAgain, actions.choose, "located-again");
    this.#all = button(TEXTS.locateShowAll, actions.showAll);
    this.#downloads = h("div", { class: "located-downloads", role: "group", "aria-label": TEXTS.locateDownload },
      h("span", { class: "located-caption", "aria-hidden": "true" }, icon("download"), h("span", {}, TEXTS.locateDownload)),
      ...Object.keys(FORMS).map((form) => h("button", {
        type: "button", class: "button", "data-form": form, "aria-label": TEXTS.locateDownloadAs(TEXTS.locateForms[form]), title: TEXTS.locateDownloadAs(TEXTS.locateForms[form]),
        onclick: () => actions.download(/** @type {import("./writers.js").Form} */ (form)),
      }, TEXTS.locateForms[form])));
    this.#list = new LongList({
      element: this.#body,
      head: h("div", { class: "located-head" }, this.#bar, h("p", { class: "located-note" }, TEXTS.locateNothingStored), this.#hint,
        h("div", { class: "located-acts" }, this.#cancel, this.#all, this.#again), this.#downloads),
      foot: h("div", { class: "list-foot" }),
      rows: () => ({ columns: 1, height: withText(ROW_HEIGHT), gap: 0 }),
      make: (entry) => locateRow(entry, actions.show),
      attributes: ({ id }) => ({ "data-entry": id }),
      onEnd: () => {},
    });
    this.#body.addEventListener("keydown", this.#press);
    const grip = h("div", { class: "panel-grip", "aria-hidden": "true" });
    const header = h("header", { class: "panel-header" }, h("div", { class: "panel-headings" }, this.#title, this.#subtitle), close);
    this.element = h("section", { class: "panel located", "aria-label": TEXTS.locateFiles, inert: true }, grip, header, this.#said, this.#body);
    document.body.append(this.element);
    this.#sheet = new Sheet({
      element: this.element, handles: [grip, header], onDismiss: actions.close,
      heights: () => [innerHeight * HALF, innerHeight - TALL_LEAVES],
      onRest: (at) => at === 0 && actions.onRest(), isSheet: () => isNarrow() && !isLow(),
    });
    const show = () => this.#show(store.state.located, store.state.isLocatedOpen);
    store.watch((state) => state.located, show);
    store.watch((state) => state.isLocatedOpen, show);
  }

  /** Other files follow. */
  renew() {
    this.#isNew = true;
    this.#saidAt = 0;
  }

  /** @param {import("./locate-state.js").OpenLocated | null} open @param {boolean} isUncovered */
  #show(open, isUncovered) {
    const before = this.#shown;
    this.#shown = open;
    const isFirst = this.#isNew;
    this.#isNew = false;
    this.#toggle(open !== null && isUncovered);
    if (!open || isFirst) this.#list.clear();
    if (!open) return void setText(this.#said, "");
    if (isFirst && this.#isOpen) this.#title.focus({ preventScroll: true });
    const isRunning = open.status === "running";
    const hadFocus = this.element.contains(document.activeElement);
    this.#bar.hidden = this.#cancel.hidden = !isRunning;
    this.#bar.max = open.entries.length;
    this.#bar.value = open.done;
    this.#again.hidden = isRunning;
    setText(this.#again, open.entries.length ? TEXTS.locateAgain : TEXTS.choosePhotos);
    this.#all.hidden = open.placed < 2;
    this.#downloads.hidden = isRunning || open.placed === 0;
    this.#hint.hidden = !isCoarse() || !lacksAllPositions(open);
    this.#say(open, before?.status === "running" && !isRunning);
    this.#list.show(open.entries, null);
    for (const item of this.#list.list.children) item.firstElementChild?.setAttribute("aria-current", String(Number(item.getAttribute("data-entry")) === open.chosen));
    // The button that cancels is gone then.
    if (hadFocus && !this.element.contains(document.activeElement?.checkVisibility() ? document.activeElement : null)) this.#title.focus({ preventScroll: true });
  }

  /** @param {import("./locate-state.js").OpenLocated} open @param {boolean} isEnd */
  #say({ status, done, placed, entries }, isEnd) {
    const found = entries.length ? TEXTS.locateFound(placed, entries.length) : "";
    const words = status === "running" ? TEXTS.locateProgress(done, entries.length) : status === "cancelled" ? TEXTS.locateCancelled(found) : found;
    setText(this.#subtitle, words);
    if (!isEnd && performance.now() - this.#saidAt < SAID_EVERY_MS) return;
    this.#saidAt = performance.now();
    setText(this.#said, words);
  }

  /** @param {boolean} isOpen */
  #toggle(isOpen) {
    if (this.#isOpen === isOpen) return;
    const hadFocus = this.element.contains(document.activeElement) || document.activeElement === document.body;
    if (isOpen) this.#sheet.open(0);
    this.#isOpen = isOpen;
    this.element.classList.toggle("is-open", isOpen);
    this.element.inert = !isOpen;
    document.documentElement.classList.toggle("has-located", isOpen);
    if (isOpen) this.#title.focus({ preventScroll: true });
    else if (!this.#shown && hadFocus) this.#actions.onClosed();
  }

  /** The arrows, Home and End go through the files with a position. @param {KeyboardEvent} event */
  #press = (event) => {
    const item = /** @type {Element} */ (event.target).closest(".long-list > li");
    if (!item || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { entries } = this.#shown;
    const place = Number(item.getAttribute("aria-posinset")) - 1;
    const next = {
      ArrowDown: () => entries.findIndex((one, at) => at > place && isPlaced(one)),
      ArrowUp: () => entries.findLastIndex((one, at) => at < place && isPlaced(one)),
      Home: () => entries.findIndex(isPlaced),
      End: () => entries.findLastIndex(isPlaced),
    }[event.key]?.();
    if (next === undefined) return;
    event.preventDefault();
    if (next >= 0) this.#list.focus(next);
  };

  /** Goes to an entry of the list. @param {number} id */
  focus(id) {
    const place = this.#shown?.entries.findIndex((one) => one.id === id) ?? -1;
    if (place >= 0 && this.#isOpen) this.#list.focus(place);
  }

  /** Shows the map above a sheet that hides it. */
  lower() {
    if (this.#isOpen && this.#sheet.isFull) this.#sheet.moveTo(0);
  }

  /** How much of the map the list covers; null while it is closed. */
  insets() {
    if (!this.#isOpen) return null;
    if (isNarrow() && !isLow()) return { beside: 0, bottom: this.#sheet.covered, isFull: this.#sheet.isFull };
    const { width } = this.element.getBoundingClientRect();
    return { beside: document.documentElement.classList.contains("has-grid") ? 0 : width, bottom: 0 };
  }
}
