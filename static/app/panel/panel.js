/**
 * The panel beside the map with a list or a photo. On a phone it is a sheet over the lower part of the map.
 * @module
 */

import { sliceBetween } from "../choosing/choice.js";
import { KEY_BACK, KEY_ON } from "../core/language.js";
import { isWithinDay, neighbours } from "./photo-state.js";
import { byId, h, isLow, isNarrow, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { ClusterPane } from "./cluster-pane.js";
import { ListPane, listTitle } from "./list-pane.js";
import { createPhotoPane } from "./photo-pane.js";
import { Sheet } from "./sheet.js";
import { watchSwipes } from "./swipe.js";
import { TEXTS } from "../core/texts.js";

const HALF = 0.56;
const TALL_LEAVES = 40;

export class Panel {
  #store;
  #actions;
  #neighbour;
  #isTall;
  #onClosed;
  #onLowered;
  #panel = byId("panel");
  #heading = h("h2", { id: "panel-title", class: "panel-title", dir: "auto", tabindex: "-1" });
  #subtitle = h("p", { class: "panel-subtitle" });
  #back;
  #previous;
  #next;
  #days;
  #listPane;
  clusterPane;
  #photoPane;
  #sheet;
  #wasOpen = false;
  #isStanding = false;
  /** @type {number | null} */
  #lastPhoto = null;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {Parameters<typeof createPhotoPane>[0]["actions"] & ConstructorParameters<typeof ListPane>[0]["actions"]
   *   & ConstructorParameters<typeof ClusterPane>[0]["actions"] & {backToList: () => void, stepDay: (date: string) => void, close: () => void}} options.actions
   * @param {(id: number, direction: -1 | 1) => Promise<number | null>} options.neighbour finds a photo that is not loaded yet
   * @param {() => boolean} options.isTall whether to open at full height
   * @param {() => void} options.onClosed called when the focus has to move elsewhere
   * @param {() => void} options.onLowered called when the sheet no longer hides the map
   */
  constructor({ store, api, actions, neighbour, isTall, onClosed, onLowered }) {
    this.#store = store;
    this.#actions = actions;
    this.#neighbour = neighbour;
    this.#isTall = isTall;
    this.#onClosed = onClosed;
    this.#onLowered = onLowered;
    this.#back = headerButton(TEXTS.backToList, "back", this.#actions.backToList);
    this.#previous = headerButton(TEXTS.previousPhoto, "previous", () => this.#step("previous"));
    this.#next = headerButton(TEXTS.nextPhoto, "next", () => this.#step("next"));
    this.#days = {
      previous: headerButton(TEXTS.previousDay, "previous", () => this.#stepDay("previous")),
      next: headerButton(TEXTS.nextDay, "next", () => this.#stepDay("next")),
    };
    const close = headerButton(TEXTS.close, "close", this.#actions.close);
    this.#listPane = new ListPane({ api, actions: this.#actions });
    this.clusterPane = new ClusterPane({ store, api, actions: this.#actions });
    this.#photoPane = createPhotoPane({ api, actions: this.#actions });
    const header = h("header", { class: "panel-header" },
      this.#back, h("div", { class: "panel-headings" }, this.#heading, this.#subtitle), this.#previous, this.#next, this.#days.previous, this.#days.next, close);
    const grip = h("div", { class: "panel-grip", "aria-hidden": "true" });
    this.#panel.append(grip, header, this.#listPane.element, this.clusterPane.element, this.#photoPane.element);
    this.#sheet = new Sheet({
      element: this.#panel, handles: [grip, header], onDismiss: this.#actions.close,
      heights: () => [innerHeight * HALF, innerHeight - TALL_LEAVES],
      onRest: (at) => at === 0 && this.#onLowered(), isSheet: () => isNarrow() && !isLow(),
    });
    this.#panel.addEventListener("keydown", (event) => {
      if (!this.#store.state.photo || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === KEY_BACK) this.#step("previous");
      else if (event.key === KEY_ON) this.#step("next");
    });
    for (const which of /** @type {const} */ (["previous", "next"])) this.#store.watch((state) => state.day?.[which], this.#render);
    watchSwipes(this.#photoPane.element, { canStep: this.#canStep, onStep: (direction) => this.#step(sideOf(direction)) });
    this.#store.watch((state) => state.list, this.#render);
    this.#store.watch((state) => state.photo, this.#render);
    this.#store.watch((state) => state.around, this.#render);
    this.#store.watch((state) => state.doubts, this.#render);
    this.#store.watch((state) => state.placeTexts, this.#render);
  }

  /** A photo whose neighbours are not loaded may have some. */
  #canStep = (direction) => {
    const around = neighbours(this.#store.state);
    return around.total === null || around[sideOf(direction)] !== null;
  };

  /** @type {import("../choosing/lists.js").ListOfPhotos["between"]} */
  between = async (one, other, most) => {
    const { list } = this.#store.state;
    return list?.subject.type === "cluster" ? this.clusterPane.between(one, other, most) : sliceBetween(list?.photos ?? [], one.id, other.id);
  };

  /** @param {"previous" | "next"} which */
  async #step(which) {
    const { photo, list } = this.#store.state;
    const around = neighbours(this.#store.state);
    const known = around.total !== null || (list && list.subject.type !== "cluster");
    const find = list ? this.clusterPane : { neighbour: this.#neighbour };
    const id = known ? around[which] : await find.neighbour(photo.id, which === "next" ? 1 : -1).catch(() => null);
    if (id !== null && this.#store.state.photo?.id === photo.id) this.#actions.openPhoto(id);
  }

  /** @param {"previous" | "next"} which */
  #stepDay(which) {
    const date = this.#store.state.day?.[which];
    if (date) this.#actions.stepDay(date);
  }

  #render = () => {
    const { list, photo } = this.#store.state;
    const isOpen = Boolean(list || photo);
    const isCluster = list?.subject.type === "cluster";
    this.clusterPane.show(list);
    if (list && !isCluster) this.#listPane.show(list);
    this.#listPane.element.hidden = !list || isCluster || Boolean(photo);
    this.clusterPane.element.hidden = !isCluster || Boolean(photo);
    this.#photoPane.element.hidden = !photo;
    this.#photoPane.show(photo);
    // The focus, which what opens gets, says what that is. From photo to photo it stays on the button.
    this.#heading.setAttribute("aria-live", photo && this.#lastPhoto !== null ? "polite" : "off");
    if (isOpen) this.#renderHeader();
    if (isOpen !== this.#wasOpen) this.#toggle(isOpen);
    if (isOpen && (!this.#wasOpen || (this.#lastPhoto !== null) !== Boolean(photo))) this.#moveFocus(list, photo);
    [this.#wasOpen, this.#lastPhoto] = [isOpen, photo?.id ?? null];
  };

  #renderHeader() {
    const { list, photo, doubts } = this.#store.state;
    const around = neighbours(this.#store.state);
    this.#back.hidden = !(list && (photo || isWithinDay(this.#store.state))) && !(doubts && photo);
    this.#previous.hidden = this.#next.hidden = !(photo && around.total && around.total > 1);
    this.#previous.disabled = around.previous === null;
    this.#next.disabled = around.next === null;
    for (const which of /** @type {const} */ (["previous", "next"])) {
      const button = this.#days[which];
      button.hidden = Boolean(photo) || list?.subject.type !== "day";
      // Not `disabled`, which would take the focus from the reader while the next day is loading.
      button.setAttribute("aria-disabled", String(!this.#store.state.day?.[which]));
    }
    if (photo) {
      setText(this.#heading, photo.feature?.properties.filename ?? (photo.isMissing ? TEXTS.photoNotFound : TEXTS.photo));
      setText(this.#subtitle, around.total ? TEXTS.placeOf(around.position, around.total) : "");
    } else if (list) {
      const { title, detail } = listTitle(list);
      setText(this.#heading, title);
      setText(this.#subtitle, detail);
    }
  }

  #toggle(isOpen) {
    this.#stand(isOpen);
    this.#panel.classList.toggle("is-open", isOpen);
    this.#panel.inert = !isOpen;
    document.documentElement.classList.toggle("has-panel", isOpen);
    if (!isOpen) this.#onClosed();
  }

  /** @param {import("../lists/list-state.js").PhotoList | null} list @param {import("./photo-state.js").OpenPhoto | null} photo */
  #moveFocus(list, photo) {
    // Back in a list, the photo that was open gets the focus.
    const isBack = list && !photo && this.#lastPhoto !== null;
    if (isBack && (list.subject.type === "cluster" ? this.clusterPane : this.#listPane).focus(this.#lastPhoto)) return;
    this.#heading.focus({ preventScroll: true });
  }

  /** If nothing else has the focus, focuses the open photo's picture, or its name until the picture is loaded. */
  focusPicture() {
    if (document.activeElement !== document.body) return;
    (this.#photoPane.element.querySelector("button") ?? this.#heading).focus({ preventScroll: true });
  }

  /** Opens the sheet, for whichever comes first: this panel, or the map that leaves space for it. */
  #stand(isOpen) {
    if (isOpen && !this.#isStanding) this.#sheet.open(this.#isTall() ? 1 : 0);
    this.#isStanding = isOpen;
  }

  /** Shows the map above a sheet that hides it. */
  lower() {
    if (this.#sheet.isFull) this.#sheet.moveTo(0);
  }

  /** Whether it is no sheet, or one at its full height. */
  isRaised() {
    return !isNarrow() || isLow() || this.#sheet.isFull;
  }

  /** How much of each side of the map the open panel covers, and whether it hides the map. */
  insets() {
    const isOpen = Boolean(this.#store.state.list || this.#store.state.photo);
    this.#stand(isOpen);
    if (isNarrow() && !isLow()) {
      // The photos at full height hide the map from below, even if this sheet is lowered.
      const isHidden = this.#isTall();
      return { beside: 0, bottom: isOpen && !isHidden ? this.#sheet.covered : 0, isFull: isHidden || (isOpen && this.#sheet.isFull) };
    }
    const size = isOpen ? this.#panel.getBoundingClientRect() : { width: 0, height: 0, top: 0 };
    // The panel has the place of the grid, beside the map or below it.
    const map = byId("map").getBoundingClientRect();
    const isBelow = isOpen && size.top >= map.bottom - 1;
    return { beside: isBelow ? 0 : Math.max(0, map.width - (innerWidth - size.width)), bottom: 0, isFull: this.#isTall() };
  }
}

/** @param {-1 | 1} direction @returns {"previous" | "next"} */
function sideOf(direction) {
  return direction < 0 ? "previous" : "next";
}

function headerButton(label, name, action) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: () => action() }, icon(name));
}
