/**
 * A list of photos: those of a cluster as tiles, those near a spot as rows. Only items on or near the screen are in the
 * document.
 * @module
 */

import { compassPoint, formatClock, formatCoordinates, formatDistance, formatPhotos, formatPlaceAndDay } from "../core/format.js";
import { KEY_BACK, KEY_ON } from "../core/language.js";
import { formatDate } from "../day/day.js";
import { h, setText, withText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { LongList } from "../ui/long-list.js";
import { createOrderChoice } from "../order/order-choice.js";
import { createSegments } from "../ui/segments.js";
import { thumbnail } from "./thumbnail.js";
import { TEXTS } from "../core/texts.js";

/** The smallest width of a tile, and the gap between two. */
const TILE = 108;
const BETWEEN = 3;
const ROW = 74;

/**
 * @param {import("../lists/list-state.js").PhotoList} list
 * @returns {{title: string, detail: string}}
 */
export function listTitle(list) {
  if (list.subject.type === "near") {
    const { lat, lon } = list.subject.spot;
    return { title: list.subject.isShown ? TEXTS.photosShowing : TEXTS.nearestPhotos, detail: formatCoordinates(lat, lon) };
  }
  if (list.subject.type === "day") return { title: formatDate(list.subject.date), detail: list.span };
  const isUnknown = list.total === null || (list.status === "failed" && list.photos.length === 0);
  return { title: isUnknown ? TEXTS.photos : formatPhotos(list.total), detail: list.span };
}

export class ListPane {
  #status = h("p", { class: "list-status", role: "status" });
  #more;
  element = h("div", { class: "panel-body list-pane" });
  /** @type {import("../lists/list-state.js").PhotoList | null} */
  #shown = null;
  #lastOpened = null;
  #actions;
  #write;
  #writeLabel = h("span");
  #isNear = () => this.#shown?.subject.type === "near";
  #orders;
  #spots;
  #items;
  #placeOf = (id) => this.#shown?.photos.findIndex((photo) => photo.id === id) ?? -1;

  /**
   * @param {object} options
   * @param {import("../api.js").Api} options.api
   * @param {object} options.actions
   * @param {(id: number) => void} options.actions.openPhoto
   * @param {() => void} options.actions.more
   * @param {(order: import("../order/order-choice.js").Order) => void} options.actions.sort
   * @param {(isShown: boolean) => void} options.actions.showSpot
   * @param {(id: number | null) => void} options.actions.point
   * @param {import("../diary/feature.js").DiaryService["offer"]} [options.actions.offerText] missing without a map
   * @param {import("../diary/feature.js").DiaryService["open"]} [options.actions.openText]
   */
  constructor({ api, actions }) {
    this.#actions = actions;
    this.#more = h("button", { type: "button", class: "button list-more", onclick: () => actions.more() });
    const foot = h("div", { class: "list-foot" }, this.#status, this.#more);
    this.#orders = createOrderChoice({ orders: ["newest", "oldest"], onChoose: (order) => actions.sort(order), className: "list-orders" });
    this.#spots = createSegments({
      label: TEXTS.photosOfSpot,
      choices: [{ value: "near", label: TEXTS.takenHere, title: TEXTS.takenHereDetail }, { value: "shown", label: TEXTS.showsThis, title: TEXTS.showsThisDetail }],
      onChoose: (value) => actions.showSpot(value === "shown"),
      className: "list-orders",
    });
    this.#write = h("button", { type: "button", class: "button list-write", onclick: () => this.#shown?.subject.type === "near" && actions.openText?.(this.#shown.subject.spot) }, icon("pencil"), this.#writeLabel);
    this.#items = new LongList({
      element: this.element, foot, head: h("div", { class: "list-head" }, this.#orders.element, this.#spots.element, this.#write),
      rows: (width) => (this.#isNear() ? { columns: 1, height: withText(ROW), gap: 0 } : rowsOfTiles(width)),
      make: (feature) => this.#isNear() ? row(feature, api) : tile(feature, api, this.#shown?.subject.type === "day"),
      // Fetches the next page before the reader reaches the end of this one.
      onEnd: () => this.#shown?.more && this.#shown.status === "ready" && actions.more(),
    });
    this.#items.list.addEventListener("click", (event) => {
      const item = itemOf(event);
      if (item === null) return;
      this.#lastOpened = item;
      actions.openPhoto(item);
    });
    this.element.addEventListener("keydown", this.#moveFocus);
    for (const type of ["pointerover", "focusin"]) this.#items.list.addEventListener(type, (event) => actions.point(itemOf(event)));
    for (const type of ["pointerleave", "focusout"]) this.#items.list.addEventListener(type, () => actions.point(null));
  }

  /** @param {import("../lists/list-state.js").PhotoList} list */
  show(list) {
    const isOther = list.subject !== this.#shown?.subject;
    this.#shown = list;
    if (isOther) {
      this.#lastOpened = null;
      this.#items.clear();
      this.element.classList.toggle("is-rows", this.#isNear());
      this.element.classList.toggle("is-wall", !this.#isNear());
    }
    this.#showFoot(list);
    this.#showOrders(list);
    this.#showWrite(list);
    this.#items.show(list.photos, list.total);
  }

  /** @param {import("../lists/list-state.js").PhotoList} list */
  #showOrders({ subject, total }) {
    const isByTime = subject.type === "cluster";
    this.#orders.element.hidden = !isByTime || (total ?? 0) < 2;
    if (isByTime) this.#orders.show(subject.order);
    this.#spots.element.hidden = subject.type !== "near";
    if (subject.type === "near") this.#spots.show(subject.isShown ? "shown" : "near");
  }

  /** @param {import("../lists/list-state.js").PhotoList} list */
  #showWrite({ subject }) {
    const offer = subject.type === "near" ? this.#actions.offerText?.(subject.spot) ?? null : null;
    this.#write.hidden = offer === null;
    setText(this.#writeLabel, offer === "read" ? TEXTS.readAboutPlace : TEXTS.writeAboutPlace);
  }

  /** @param {import("../lists/list-state.js").PhotoList} list */
  #showFoot(list) {
    const failed = list.status === "failed";
    setText(this.#status, statusText(list));
    this.#more.hidden = !list.more || list.status === "loading";
    setText(this.#more, failed ? TEXTS.tryAgain : TEXTS.showMore);
    this.element.setAttribute("aria-busy", String(list.status === "loading"));
  }

  /** Arrow keys move the focus from item to item in visual order, also to items that are not in the document. */
  #moveFocus = (event) => {
    const at = this.#placeOf(itemOf(event));
    const { columns } = this.#items;
    const last = (this.#shown?.photos.length ?? 0) - 1;
    const steps = { [KEY_ON]: 1, [KEY_BACK]: -1, ArrowDown: columns, ArrowUp: -columns, Home: -Infinity, End: Infinity };
    if (at < 0 || !(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#items.focus(Math.max(0, Math.min(last, at + steps[event.key])));
  };

  /**
   * Focuses a photo of the list, or the one that was opened last.
   *
   * @param {number | null} [id]
   * @returns {boolean} whether the list has it
   */
  focus(id = this.#lastOpened) {
    const place = this.#placeOf(id);
    if (place >= 0) this.#items.focus(place);
    return place >= 0;
  }
}

/** @returns {number | null} the index of the photo that an event belongs to */
function itemOf(event) {
  const item = event.target.closest("[data-item]");
  return item && Number(item.dataset.item);
}

/** @returns {import("../ui/long-list.js").Rows} */
function rowsOfTiles(width) {
  const columns = Math.max(1, Math.floor((width + BETWEEN) / (TILE + BETWEEN)));
  return { columns, height: (width - (columns - 1) * BETWEEN) / columns, gap: BETWEEN };
}

/** @param {import("../lists/list-state.js").PhotoList} list */
function statusText(list) {
  if (list.status === "failed") return list.problem;
  if (list.status === "loading") return list.photos.length ? TEXTS.loadingMore : TEXTS.loading;
  if (list.photos.length === 0) return nothingText(list.subject);
  if (list.subject.type === "near" || list.more) return "";
  return list.photos.length > 60 ? TEXTS.allListed(list.photos.length) : "";
}

/** @param {import("../lists/list-state.js").ListSubject} subject */
function nothingText(subject) {
  if (subject.type === "day") return TEXTS.noPhotosThatDay;
  return subject.type === "near" && subject.isShown ? TEXTS.nothingShowsThis : TEXTS.noPhotosHere;
}

/** @param {import("../api/photos.js").Photo} feature @param {import("../api.js").Api} api @param {boolean} hasTime whether the time is shown */
function tile(feature, api, hasTime) {
  const { properties } = feature;
  const time = hasTime ? formatClock(properties) : "";
  return h("button", {
    type: "button", class: "tile", "data-item": feature.id, title: properties.filename,
    "aria-label": `${properties.filename}, ${time ? `${time}, ` : ""}${formatPlaceAndDay(properties)}`,
  }, thumbnail(api.thumbnailURL(feature.id, 130)), time && h("span", { class: "tile-time" }, time));
}

/** @param {import("../api/photos.js").Photo} feature @param {import("../api.js").Api} api */
function row(feature, api) {
  const { properties } = feature;
  const where = [properties.hidden && TEXTS.hiddenByGround, formatPlaceAndDay(properties)].filter(Boolean).join(" · ");
  return h("button", { type: "button", class: properties.hidden ? "row is-hidden-spot" : "row", "data-item": feature.id },
    thumbnail(api.thumbnailURL(feature.id, 64)),
    h("span", { class: "row-text" },
      h("bdi", { class: "row-title" }, properties.filename),
      h("span", { class: "row-detail" }, where)),
    h("span", { class: "row-distance" },
      h("span", { class: "row-metres" }, formatDistance(properties.distance)),
      bearing(properties)));
}

/** @param {import("../api/photos.js").PhotoProperties} properties */
function bearing({ bearing: degrees, distance }) {
  if (degrees === undefined || distance < 0.95) return null;
  const arrow = icon("arrow", "icon row-arrow");
  arrow.style.transform = `rotate(${degrees}deg)`;
  return h("span", { class: "row-bearing" }, arrow, compassPoint(degrees));
}
