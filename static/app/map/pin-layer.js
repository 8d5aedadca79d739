/**
 * The pins on the map. A pin exists as long as its photo or cluster is shown. An answer only adds and removes the
 * difference, and moving the map only moves pins. They are drawn before the map is loaded and are moved onto it then.
 * @module
 */

import { boxContains } from "../core/box.js";
import { glideFrom, glideInto, holders, mayGlide } from "./glide.js";
import { placeBadges } from "./badges.js";
import { createPin, partsOf, pinKey, retirePin, showPicture, stopPicture, updatePin } from "./pin-element.js";
import { nextInDirection } from "./pin-focus.js";
import { dropClickOfPress, watchHolds } from "../ui/hold.js";
import { createPinSheet } from "./pin-sheet.js";
import { pinScale } from "./pin-size.js";
import { spread } from "./spread.js";
import { nearestCopy } from "../core/viewport.js";
import { TEXTS } from "../core/texts.js";

const MARGIN = 60;

/**
 * @typedef {import("./pin-element.js").Pin & {x: number, y: number, onScreen: boolean}} PlacedPin
 *
 * @typedef {object} Projection what projects pins: the map, or its stand-in until it is loaded
 * @property {HTMLElement} layer
 * @property {(lon: number, lat: number) => {x: number, y: number, isHidden: boolean}} project
 * @property {() => {width: number, height: number}} size
 * @property {() => number} zoom
 * @property {() => import("./map-address.js").Spot} middle on any copy of the world
 * @property {(spot: import("./map-address.js").Spot) => void} reveal
 * @property {() => void} focus
 * @property {(x: number) => boolean} [isBeyond] whether a pin there is on the side of another layer
 * @property {boolean} isBare whether there is no map yet; pins then appear without animation
 */
export class PinLayer {
  #covers;
  #holder = document.createElement("div");
  /** @type {Projection | null} */
  #ground = null;
  #sheet;
  /** @type {Map<string, PlacedPin>} */
  #pins = new Map();
  /** @type {WeakMap<Element, PlacedPin>} */
  #pinOf = new WeakMap();
  /** @type {PlacedPin | null} */
  #tabStop = null;
  /** @type {import("../api/photos.js").Photo | null} the open photo */
  #selected = null;
  /** @type {import("../api/photos.js").Photo | null} a photo to mark, in whichever pin it is */
  #pointed = null;
  /** @type {Map<string, Set<string>>} the pins that have a class, by their keys */
  #marked = new Map();
  /** @type {import("../api/photos.js").Pin | null} a pin that was chosen before there was a listener */
  #early = null;
  #onOpen = (/** @type {import("../api/photos.js").Pin} */ feature) => void (this.#early = feature);
  #onList = this.#onOpen;
  #onPoint = (/** @type {import("../api/photos.js").Pin | null} */ _feature) => {};

  /**
   * @param {import("./covers.js").Covers} covers
   */
  constructor(covers) {
    this.#covers = covers;
    this.#holder.className = "pins";
    this.#holder.setAttribute("role", "group");
    this.#holder.setAttribute("aria-label", TEXTS.photosOnTheMap);
    this.#sheet = createPinSheet(this.#holder);
    for (const type of ["pointerover", "focusin"]) this.#holder.addEventListener(type, (event) => this.#onPoint(this.pinAt(event)?.feature ?? null));
    for (const type of ["pointerleave", "pointerout", "focusout"]) this.#holder.addEventListener(type, () => this.#onPoint(null));
    this.#holder.addEventListener("click", (event) => {
      const pin = this.pinAt(event);
      if (!pin) return;
      if (pin.badge?.contains(/** @type {Node} */ (event.target))) this.#onList(pin.feature);
      else this.#onOpen(pin.feature);
    });
    watchHolds(this.#holder, {
      heldAt: (event) => {
        const pin = this.pinAt(event);
        // One that was chosen is lifted.
        return pin?.isCluster && !pin.element.classList.contains("is-picked") ? pin : null;
      },
      onHold: (_, pin) => {
        dropClickOfPress();
        this.#onList(pin.feature);
      },
    });
    this.#holder.addEventListener("focusin", (event) => {
      const pin = this.pinAt(event);
      if (!pin) return;
      this.#setTabStop(pin);
      if (pin.element.matches(":focus-visible")) this.#revealPin(pin);
    });
    this.#holder.addEventListener("keydown", (event) => {
      const pin = this.pinAt(event);
      if (!pin || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key.startsWith("Arrow") || event.key === "Enter" || event.key === " ") event.stopPropagation();
      const next = nextInDirection(event.key, pin, [...this.#pins.values()]);
      if (!next) return;
      event.preventDefault();
      this.#show(next);
      next.element.focus({ preventScroll: true });
    });
  }

  /** @param {{target: EventTarget | null}} event @returns {PlacedPin | null} the pin that an event belongs to */
  pinAt({ target }) {
    return this.#pinOf.get(/** @type {Element} */ (target).closest(".pin, .pin-count")) ?? null;
  }

  /** @param {PlacedPin} pin */
  #setTabStop(pin) {
    if (this.#tabStop === pin) return;
    for (const part of this.#tabStop ? partsOf(this.#tabStop) : []) part.tabIndex = -1;
    this.#tabStop = pin;
    for (const part of pin ? partsOf(pin) : []) part.tabIndex = 0;
  }

  /** @param {PlacedPin} pin */
  #revealPin(pin) {
    const [lon, lat] = pin.feature.geometry.coordinates;
    this.#ground?.reveal({ lon, lat });
  }

  /** @param {import("../api/photos.js").Pin[]} features */
  update(features) {
    const leaving = new Map(this.#pins);
    const arriving = [];
    const scale = this.#ground ? pinScale(this.#ground.size(), this.#ground.zoom()) : 1;
    for (const feature of features) {
      const key = pinKey(feature);
      leaving.delete(key);
      const pin = this.#pins.get(key);
      if (pin) updatePin(pin, feature, scale);
      else arriving.push(this.#add(key, feature, scale));
    }
    this.place();
    this.#changeOver(leaving, arriving);
    this.select(this.#selected);
    this.point(this.#pointed);
    for (const [name, keys] of this.#marked) this.mark(name, keys);
  }

  /** Animates pins that split or merge, unless the reader prefers reduced motion. */
  #changeOver(leaving, arriving) {
    for (const key of leaving.keys()) this.#pins.delete(key);
    const gone = [...leaving.values()];
    const from = mayGlide() ? holders(arriving, gone) : new Map();
    const into = mayGlide() ? holders(gone, [...this.#pins.values()]) : new Map();
    const split = new Set(from.values());
    for (const pin of gone) this.#remove(pin, into.get(pin), split.has(pin));
    this.settle();
    for (const [pin, origin] of from) glideFrom(pin, origin);
  }

  /** @param {import("../api/photos.js").Photo} feature */
  #add(key, feature, scale) {
    const pin = Object.assign(createPin(feature, scale), { x: 0, y: 0, onScreen: true });
    this.#pins.set(key, pin);
    for (const part of partsOf(pin)) {
      if (this.#ground?.isBare) part.classList.add("is-standing");
      this.#pinOf.set(part, pin);
      this.#holder.append(part);
    }
    return pin;
  }

  /**
   * Removes a pin. One that merges moves into its cluster; one that has split disappears at once, because its parts are
   * there.
   *
   * @param {PlacedPin} pin
   */
  #remove(pin, into, hasSplit) {
    const parts = partsOf(pin);
    const hadFocus = parts.some((part) => part === document.activeElement);
    if (this.#tabStop === pin) this.#tabStop = null;
    if (hadFocus) this.#ground?.focus();
    if (!pin.onScreen || hasSplit) return parts.forEach((part) => part.remove());
    retirePin(pin);
    if (into) glideInto(pin, into);
  }

  /** Moves every pin to its position on the screen. */
  place() {
    if (!this.#ground) return;
    const middle = this.#ground.middle().lon;
    const { width, height } = this.#ground.size();
    this.#sheet.follow(this.#ground);
    for (const pin of this.#pins.values()) {
      const [lon, lat] = pin.feature.geometry.coordinates;
      const { x, y, isHidden } = this.#ground.project(nearestCopy(lon, middle), lat);
      pin.x = Math.round(x);
      pin.y = Math.round(y);
      const isNear = !isHidden && !this.#ground.isBeyond?.(x) && x > -MARGIN && x < width + MARGIN && y > -MARGIN && y < height + 2 * MARGIN;
      if (isNear) this.#show(pin);
      else this.#hide(pin);
    }
  }

  /** The map came to rest. */
  settle() {
    const shown = [...this.#pins.values()].filter((pin) => pin.onScreen);
    this.#sheet.rest(shown);
    const moves = spread(shown);
    moves.forEach(({ dx, dy }, index) => {
      shown[index].element.style.translate = `${dx}px ${dy}px`;
    });
    this.#placeBadges(shown, moves);
    if (this.#tabStop?.onScreen) return;
    this.#setTabStop(shown[0] ?? null);
  }

  /** @param {PlacedPin[]} shown @param {{dx: number, dy: number}[]} moves */
  #placeBadges(shown, moves) {
    const cards = shown.map(({ x, y, size }, index) => ({ x: x + moves[index].dx, y: y + moves[index].dy, size }));
    const badges = shown.map(({ badge }, index) => ({ badge, pin: shown[index], card: cards[index] })).filter(({ badge }) => badge)
      .map((one) => ({ ...one, width: one.badge.offsetWidth, height: one.badge.offsetHeight }))
      .sort((one, other) => other.pin.feature.properties.point_count - one.pin.feature.properties.point_count);
    placeBadges(badges, cards).forEach(({ left, top }, index) => {
      const { badge, pin } = badges[index];
      // At first it appears at its corner, later it moves there.
      badge.classList.toggle("is-placed", badge.style.translate !== "");
      badge.style.translate = `${left - pin.x}px ${top - pin.y}px`;
    });
  }

  /** @param {PlacedPin} pin */
  #show(pin) {
    this.#sheet.lay(pin);
    if (!pin.onScreen) for (const part of partsOf(pin)) part.classList.remove("is-away");
    pin.onScreen = true;
    showPicture(pin, this.#covers);
  }

  /** @param {PlacedPin} pin */
  #hide(pin) {
    if (!pin.onScreen) return;
    pin.onScreen = false;
    for (const part of partsOf(pin)) part.classList.add("is-away");
    stopPicture(pin);
  }

  /**
   * Marks the pin of the open photo, or the cluster that contains it.
   *
   * @param {import("../api/photos.js").Photo | null} feature
   */
  select(feature) {
    this.#selected = feature;
    const holding = feature && holderOf(feature, [...this.#pins.values()]);
    for (const pin of this.#pins.values()) {
      pin.element.classList.toggle("is-selected", pin === holding);
      if (pin === holding) pin.element.setAttribute("aria-current", "true");
      else pin.element.removeAttribute("aria-current");
    }
  }

  /**
   * Marks the pin or cluster that contains a photo.
   *
   * @param {import("../api/photos.js").Pin | null} feature
   */
  point(feature) {
    this.#pointed = feature;
    const holding = feature && holderOf(feature, [...this.#pins.values()]);
    for (const pin of this.#pins.values()) pin.element.classList.toggle("is-pointed", pin === holding);
  }

  /**
   * Marks pins, also those that appear later.
   *
   * @param {string} name of a class @param {Set<string>} keys of the pins
   */
  mark(name, keys) {
    this.#marked.set(name, keys);
    for (const [key, { element }] of this.#pins) element.classList.toggle(name, keys.has(key));
  }

  /**
   * Moves the pins to another ground.
   *
   * @param {Projection} next
   */
  standOn(next) {
    const focused = this.#holder.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    // Without this class, moving the elements within the document would restart their animations.
    for (const part of [...this.#pins.values()].flatMap(partsOf)) part.classList.add("is-standing");
    this.#ground = next;
    next.layer.append(this.#holder);
    focused?.focus({ preventScroll: true });
    this.place();
  }

  /**
   * @param {object} listeners
   * @param {(feature: import("../api/photos.js").Pin) => void} listeners.onOpen
   * @param {(feature: import("../api/photos.js").Pin) => void} listeners.onList called when the count of a cluster is clicked, or the cluster is held
   * @param {(feature: import("../api/photos.js").Pin | null) => void} listeners.onPoint called when the pointer or the focus enters a pin, or leaves it
   */
  listen(listeners) {
    ({ onOpen: this.#onOpen, onList: this.#onList, onPoint: this.#onPoint } = listeners);
    if (this.#early) this.#onOpen(this.#early);
    this.#early = null;
  }

  /** @param {string} name of the group of pins, for screen readers */
  name(name) {
    this.#holder.setAttribute("aria-label", name);
  }

  /** @param {string} key @returns {HTMLElement | null} */
  element(key) {
    return this.#pins.get(key)?.element ?? null;
  }
}

/** The pin of a photo, or the smallest cluster that contains it. */
function holderOf({ id, geometry }, pins) {
  const own = pins.find((/** @type {import("./pin-element.js").Pin} */ pin) => !pin.isCluster && pin.feature.id === id);
  if (own) return own;
  const size = ({ feature }) => feature.properties.bbox[3] - feature.properties.bbox[1];
  return pins.filter((/** @type {import("./pin-element.js").Pin} */ pin) => pin.isCluster && boxContains(pin.feature.properties.bbox, geometry.coordinates))
    .sort((one, other) => size(one) - size(other))[0];
}
