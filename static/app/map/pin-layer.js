/**
 * The pins on the map. Pins live as long as their photo or cluster is shown: answers change the
 * difference only, and moving the map only moves them. They are there before the map is, and move onto
 * it when it comes.
 * @module
 */

import { holds } from "../core/box.js";
import { glideFrom, glideInto, holders, mayGlide } from "./glide.js";
import { createPin, pinKey, retirePin, showPicture, updatePin } from "./pin-element.js";
import { nextInDirection } from "./pin-focus.js";
import { createPinSheet } from "./pin-sheet.js";
import { spread } from "./spread.js";
import { nearestCopy } from "../core/viewport.js";

const MARGIN = 60;

/**
 * @typedef {import("./pin-element.js").Pin & {x: number, y: number, onScreen: boolean}} PlacedPin
 *
 * @typedef {object} Ground what pins stand on: the map, or what stands in for it
 * @property {HTMLElement} layer
 * @property {(lon: number, lat: number) => {x: number, y: number, isHidden: boolean}} project
 * @property {() => {width: number, height: number}} size
 * @property {() => import("./map-address.js").Spot} middle on whichever copy of the world that is
 * @property {(spot: import("./map-address.js").Spot) => void} reveal
 * @property {() => void} focus
 * @property {boolean} isBare whether there is no map yet: pins are there at once then, without ceremony
 *
 * @param {import("./covers.js").Covers} covers
 */
export function createPinLayer(covers) {
  const holder = document.createElement("div");
  holder.className = "pins";
  holder.setAttribute("role", "group");
  holder.setAttribute("aria-label", "Photos on the map");
  /** @type {Ground | null} */
  let ground = null;
  const sheet = createPinSheet(holder);
  /** @type {Map<string, PlacedPin>} */
  const pins = new Map();
  /** @type {WeakMap<Element, PlacedPin>} */
  const pinOf = new WeakMap();
  /** @type {PlacedPin | null} */
  let tabStop = null;
  let selected = null;
  /** @type {any | null} a photo to mark, in whichever pin it is */
  let pointed = null;
  /** @type {any | null} a pin that was chosen before anybody listened */
  let early = null;
  let onOpen = (/** @type {any} */ feature) => void (early = feature);
  let onPoint = (/** @type {any | null} */ _feature) => {};

  for (const type of ["pointerover", "focusin"]) holder.addEventListener(type, (event) => onPoint(pinAt(event)?.feature ?? null));
  for (const type of ["pointerleave", "pointerout", "focusout"]) holder.addEventListener(type, () => onPoint(null));
  holder.addEventListener("click", (event) => {
    const pin = pinAt(event);
    if (pin) onOpen(pin.feature);
  });
  holder.addEventListener("focusin", (event) => {
    const pin = pinAt(event);
    if (!pin) return;
    setTabStop(pin);
    if (pin.element.matches(":focus-visible")) revealPin(pin);
  });
  holder.addEventListener("keydown", (event) => {
    const pin = pinAt(event);
    if (!pin || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key.startsWith("Arrow") || event.key === "Enter" || event.key === " ") event.stopPropagation();
    const next = nextInDirection(event.key, pin, [...pins.values()]);
    if (!next) return;
    event.preventDefault();
    show(next);
    next.element.focus({ preventScroll: true });
  });

  function pinAt(event) {
    return pinOf.get(event.target.closest(".pin")) ?? null;
  }

  function setTabStop(pin) {
    if (tabStop === pin) return;
    if (tabStop) tabStop.element.tabIndex = -1;
    tabStop = pin;
    if (pin) pin.element.tabIndex = 0;
  }

  function revealPin(pin) {
    const [lon, lat] = pin.feature.geometry.coordinates;
    ground?.reveal({ lon, lat });
  }

  function update(features) {
    const leaving = new Map(pins);
    const arriving = [];
    for (const feature of features) {
      const key = pinKey(feature);
      leaving.delete(key);
      const pin = pins.get(key);
      if (pin) updatePin(pin, feature);
      else arriving.push(add(key, feature));
    }
    place();
    changeOver(leaving, arriving);
    select(selected);
    point(pointed);
  }

  /** What splits or merges glides, where motion is welcome. */
  function changeOver(leaving, arriving) {
    for (const key of leaving.keys()) pins.delete(key);
    const gone = [...leaving.values()];
    const from = mayGlide() ? holders(arriving, gone) : new Map();
    const into = mayGlide() ? holders(gone, [...pins.values()]) : new Map();
    const split = new Set(from.values());
    for (const pin of gone) remove(pin, into.get(pin), split.has(pin));
    settle();
    for (const [pin, origin] of from) glideFrom(pin, origin);
  }

  function add(key, feature) {
    const pin = Object.assign(createPin(feature), { x: 0, y: 0, onScreen: true });
    if (ground?.isBare) pin.element.classList.add("is-standing");
    pins.set(key, pin);
    pinOf.set(pin.element, pin);
    holder.append(pin.element);
    return pin;
  }

  /** A pin that merges glides into its cluster; one that has split is gone at once, since its parts stand there. */
  function remove(pin, into, hasSplit) {
    const hadFocus = document.activeElement === pin.element;
    if (tabStop === pin) tabStop = null;
    if (hadFocus) ground?.focus();
    if (!pin.onScreen || hasSplit) return pin.element.remove();
    retirePin(pin);
    if (into) glideInto(pin, into);
  }

  /** Puts every pin where its place is on the screen now. */
  function place() {
    if (!ground) return;
    const middle = ground.middle().lon;
    const { width, height } = ground.size();
    sheet.follow(ground);
    for (const pin of pins.values()) {
      const [lon, lat] = pin.feature.geometry.coordinates;
      const { x, y, isHidden } = ground.project(nearestCopy(lon, middle), lat);
      pin.x = Math.round(x);
      pin.y = Math.round(y);
      const isNear = !isHidden && x > -MARGIN && x < width + MARGIN && y > -MARGIN && y < height + 2 * MARGIN;
      if (isNear) show(pin);
      else hide(pin);
    }
  }

  /** At rest, pins draw apart, and one on the screen can be reached with Tab; arrow keys lead on from it. */
  function settle() {
    const shown = [...pins.values()].filter((pin) => pin.onScreen);
    sheet.rest(shown);
    spread(shown).forEach(({ dx, dy }, index) => {
      shown[index].element.style.translate = `${dx}px ${dy}px`;
    });
    if (tabStop?.onScreen) return;
    setTabStop(shown[0] ?? null);
  }

  function show(pin) {
    const { element } = pin;
    sheet.lay(pin);
    if (!pin.onScreen) element.classList.remove("is-away");
    pin.onScreen = true;
    showPicture(pin, covers);
  }

  function hide(pin) {
    if (pin.onScreen) pin.element.classList.add("is-away");
    pin.onScreen = false;
  }

  function select(id) {
    selected = id;
    for (const pin of pins.values()) {
      pin.element.classList.toggle("is-selected", !pin.isCluster && pin.feature.id === id);
    }
  }

  function point(feature) {
    pointed = feature;
    const holding = feature && holderOf(feature, [...pins.values()]);
    for (const pin of pins.values()) pin.element.classList.toggle("is-pointed", pin === holding);
  }

  return {
    /** Moves the pins onto a ground. @param {Ground} next */
    standOn(next) {
      const focused = holder.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
      // Elements that move within the document would arrive once more.
      for (const { element } of pins.values()) element.classList.add("is-standing");
      ground = next;
      next.layer.append(holder);
      focused?.focus({ preventScroll: true });
      place();
    },

    /**
     * @param {object} listeners
     * @param {(feature: any) => void} listeners.onOpen
     * @param {(feature: any | null) => void} listeners.onPoint the pointer or the focus came to a pin, or left it
     */
    listen(listeners) {
      ({ onOpen, onPoint } = listeners);
      if (early) onOpen(early);
      early = null;
    },

    update,
    place,
    /** Marks the pin or cluster that a photo is in. @param {any | null} feature */
    point,
    /** The map came to rest. */
    settle,
    /** Marks the pin of the open photo, if it has one of its own. @param {number | null} id */
    select,
    /** @param {string} key @returns {HTMLElement | null} */
    element: (key) => pins.get(key)?.element ?? null,
  };
}

/** The pin of a photo, or the smallest cluster around it. */
function holderOf({ id, geometry }, pins) {
  const own = pins.find((pin) => !pin.isCluster && pin.feature.id === id);
  if (own) return own;
  const size = ({ feature }) => feature.properties.bbox[3] - feature.properties.bbox[1];
  return pins.filter((pin) => pin.isCluster && holds(pin.feature.properties.bbox, geometry.coordinates))
    .sort((one, other) => size(one) - size(other))[0];
}
