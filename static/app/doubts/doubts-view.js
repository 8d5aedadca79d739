/**
 * The doubted positions beside the map: groups by reason or by camera, and what can be done about each.
 * @module
 */

import { formatCount } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { Sheet } from "../panel/sheet.js";
import { h, isLow, isNarrow, setText, withText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { LongList } from "../ui/long-list.js";
import { createSegments } from "../ui/segments.js";
import { doubtRow } from "./doubt-row.js";
import { createRowKeys } from "./row-keys.js";
import { ALL, actsOnGroup, cameraOf, groupsOf } from "./doubts-state.js";

const ROW_HEIGHT = 182;
/** If no position is suggested. */
const SHORT_ROW_HEIGHT = 146;
const HALF = 0.56;
const TALL_LEAVES = 40;

/**
 * @typedef {import("./doubt-row.js").RowActions & {
 *   openGroup: (group: string) => void, close: () => void, more: () => void, onRest: () => void,
 *   acceptAll: () => void, correctAll: () => void, placeAll: () => void,
 * }} Actions
 */

export class DoubtsView {
  #store;
  #actions;
  #title = h("h2", { class: "panel-title", tabindex: "-1" }, TEXTS.doubtedPositions);
  #subtitle = h("p", { class: "panel-subtitle", role: "status" });
  #by;
  #groups = h("div", { class: "reason-chips doubt-groups", role: "group", "aria-label": TEXTS.doubtedPositions });
  #meaning = h("p", { class: "doubt-meaning" });
  #accept;
  #correct;
  #place;
  #acts;
  #status = h("p", { class: "list-status", role: "status" });
  #more;
  #list;
  #keys;
  #sheet;
  #isByCamera = false;
  /** @type {import("./doubts-state.js").OpenDoubts | null} */
  #shown = null;
  #isOpen = false;
  #hasSuggestions = false;
  /** Whether placing has begun in the list. */
  #isAway = false;
  /** Photos of which the list focuses the first that it has. @type {number[]} */
  #wanted = [];
  element;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {Actions} options.actions
   */
  constructor({ store, api, actions }) {
    this.#store = store;
    this.#actions = actions;
    const close = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.close, title: TEXTS.close, onclick: () => actions.close() }, icon("close"));
    this.#by = createSegments({ label: TEXTS.groupDoubts, className: "doubt-by", choices: [{ value: "reason", label: TEXTS.byReason }, { value: "camera", label: TEXTS.byCamera }], onChoose: this.#groupBy });
    this.#accept = h("button", { type: "button", class: "button", onclick: () => actions.acceptAll() });
    this.#correct = h("button", { type: "button", class: "button", onclick: () => actions.correctAll() }, TEXTS.correctAll);
    this.#place = h("button", { type: "button", class: "button", onclick: () => actions.placeAll() }, TEXTS.placeAllByHand);
    this.#acts = h("div", { class: "doubt-all" }, this.#correct, this.#accept, this.#place);
    this.#more = h("button", { type: "button", class: "button", onclick: () => actions.more() });
    const body = h("div", { class: "panel-body doubts-body" });
    this.#list = new LongList({
      element: body,
      head: h("div", { class: "doubts-head" }, this.#by.element, this.#groups, this.#meaning, this.#acts),
      foot: h("div", { class: "list-foot" }, this.#status, this.#more),
      rows: () => ({ columns: 1, height: withText(this.#hasSuggestions ? ROW_HEIGHT : SHORT_ROW_HEIGHT), gap: 0 }),
      make: (doubt) => doubtRow(doubt, api, actions),
      attributes: ({ id }) => ({ "data-id": id }),
      onEnd: () => this.#shown?.status === "ready" && this.#shown.more && actions.more(),
    });
    this.#keys = createRowKeys(body, this.#list, () => this.#shown?.doubts ?? []);
    const grip = h("div", { class: "panel-grip", "aria-hidden": "true" });
    const header = h("header", { class: "panel-header" }, h("div", { class: "panel-headings" }, this.#title, this.#subtitle), close);
    this.element = h("section", { class: "panel doubts", "aria-label": TEXTS.doubtedPositions, inert: true }, grip, header, body);
    document.body.append(this.element);
    this.#sheet = new Sheet({
      element: this.element, handles: [grip, header], onDismiss: actions.close,
      heights: () => [innerHeight * HALF, innerHeight - TALL_LEAVES],
      onRest: (at) => at === 0 && actions.onRest(), isSheet: () => isNarrow() && !isLow(),
    });
    store.watch((state) => state.doubts, this.#show);
    store.watch((state) => state.doubtCounts, this.#show);
    store.watch((state) => state.photo?.id ?? null, this.#show);
    // Once the placing has shown the panel again.
    store.watch((state) => state.placing !== null, (isPlacing) => isPlacing || queueMicrotask(this.#comeBack));
  }

  /** The list gets the focus after placing. */
  expectBack() {
    this.#isAway = true;
  }

  #comeBack = () => {
    if (this.#isAway && this.#isOpen) this.#keys.comeBack();
    this.#isAway = false;
  };

  #groupBy = (by) => {
    this.#isByCamera = by === "camera";
    const { doubts } = this.#store.state;
    // A group of the other kind would not be in the list.
    if (doubts && doubts.group !== ALL && (cameraOf(doubts.group) !== null) !== this.#isByCamera) this.#actions.openGroup(ALL);
    else this.#show();
  };

  #show = () => {
    const { doubts, doubtCounts, photo } = this.#store.state;
    const wasShown = this.#shown;
    this.#shown = doubts;
    // Back in the list, the photo that was open last has the focus.
    if (photo) this.#wanted = [photo.id];
    this.#toggle(Boolean(doubts) && !photo);
    if (!doubts) return this.#list.clear();
    if (doubts.group !== wasShown?.group) {
      this.#list.clear();
      if (doubts.group !== ALL) this.#isByCamera = cameraOf(doubts.group) !== null;
    }
    const giveBack = this.#keys.hold(doubts.group === wasShown?.group);
    this.#showHead(doubts, doubtCounts);
    this.#showFoot(doubts);
    if (doubts.doubts !== wasShown?.doubts) this.#hasSuggestions = doubts.doubts.some(({ suggestion }) => suggestion);
    this.#list.show(doubts.doubts, doubts.total);
    for (const item of this.#list.list.children) item.firstElementChild?.setAttribute("data-chosen", String(Number(item.getAttribute("data-id")) === doubts.chosen));
    if (!this.#isOpen) return;
    if (!giveBack(() => this.#title.focus({ preventScroll: true }))) this.#focusWanted(doubts);
  };

  #toggle(isOpen) {
    if (this.#isOpen === isOpen) return;
    const wasPhoto = isOpen && this.#wanted.length > 0;
    if (isOpen && !wasPhoto) this.#sheet.open(0);
    this.#isOpen = isOpen;
    this.element.classList.toggle("is-open", isOpen);
    this.element.inert = !isOpen;
    document.documentElement.classList.toggle("has-doubts", isOpen);
    if (isOpen && !wasPhoto) this.#title.focus({ preventScroll: true });
    else if (!isOpen && !this.#shown && (document.activeElement === document.body || this.element.contains(document.activeElement))) document.getElementById("doubts-link")?.focus({ preventScroll: true });
  }

  /** @param {import("./doubts-state.js").OpenDoubts} open @param {import("./doubts-state.js").DoubtCounts | null} counts */
  #showHead(open, counts) {
    setText(this.#subtitle, open.status === "loading" && !open.total ? "" : TEXTS.doubtedCount(open.total));
    this.#by.element.hidden = !counts?.devices.length;
    this.#by.show(this.#isByCamera ? "camera" : "reason");
    if (counts) this.#showGroups(open.group, groupsOf(open.group, this.#isByCamera, counts));
    const camera = cameraOf(open.group);
    setText(this.#meaning, (camera === null && TEXTS.doubtMeanings[open.group]) || TEXTS.doubtsMeaning);
    const { accepts, corrects, places } = actsOnGroup(open, counts);
    const hadFocus = this.#acts.contains(document.activeElement);
    this.#acts.hidden = !accepts;
    this.#correct.hidden = !corrects;
    this.#place.hidden = !places || !this.#actions.mayPlace();
    setText(this.#accept, TEXTS.allAreRight(open.total));
    if (hadFocus && !document.activeElement?.checkVisibility()) this.#title.focus({ preventScroll: true });
  }

  /** Keeps the buttons when their counts change, so that they keep the focus. */
  #showGroups(open, groups) {
    this.#groups.hidden = groups.length < 2;
    const old = new Map([...this.#groups.children].map((chip) => [chip.getAttribute("data-group"), chip]));
    const chips = groups.map(({ group, count }) => {
      const chip = old.get(group) ?? this.#chipFor(group);
      chip.setAttribute("aria-pressed", String(group === open));
      setText(/** @type {Element} */ (chip.lastElementChild), formatCount(count));
      return chip;
    });
    if (chips.length === old.size && chips.every((chip, place) => chip === this.#groups.children[place])) return;
    const focused = this.#groups.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    this.#groups.replaceChildren(...chips);
    if (focused) (focused.isConnected ? focused : this.#title).focus({ preventScroll: true });
  }

  /** @param {string} group */
  #chipFor(group) {
    const name = group === ALL ? TEXTS.all : cameraOf(group) ?? TEXTS.doubtReasons[group] ?? group;
    return h("button", { type: "button", class: "reason-chip", "data-group": group, onclick: () => this.#actions.openGroup(group) },
      h("bdi", {}, name), " ", h("span", { class: "reason-chip-count" }));
  }

  /** @param {import("./doubts-state.js").OpenDoubts} open */
  #showFoot({ status, problem, doubts, more }) {
    setText(this.#status, status === "failed" ? problem : status === "loading" ? TEXTS.loading : doubts.length ? "" : TEXTS.noDoubts);
    this.#more.hidden = !more || status === "loading";
    setText(this.#more, status === "failed" ? TEXTS.tryAgain : TEXTS.showMore);
  }

  /** @param {import("./doubts-state.js").OpenDoubts} open */
  #focusWanted({ doubts }) {
    const place = this.#wanted.length ? doubts.findIndex(({ id }) => this.#wanted.includes(id)) : -1;
    if (place < 0) return;
    this.#wanted = [];
    // The reader may have gone on in that row.
    const here = Number(document.activeElement?.closest("[data-id]")?.getAttribute("data-id"));
    if (here !== doubts[place].id) this.#list.focus(place);
  }

  /** The list focuses the first of these photos, now or once it has one of them. @param {number[]} photos */
  want(photos) {
    this.#wanted = photos;
    if (this.#shown && this.#isOpen) this.#focusWanted(this.#shown);
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
