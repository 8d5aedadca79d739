/**
 * The pins on the map. Pins live as long as their photo or cluster is shown: answers change the
 * difference only, and moving the map only moves them.
 * @module
 */

import { createPin, pinKey, retirePin, showPicture, updatePin } from "./pin-element.js";
import { nextInDirection } from "./pin-focus.js";
import { spread } from "./spread.js";
import { nearestCopy } from "./viewport.js";

const POINTER = 9;
const MARGIN = 60;

/**
 * @typedef {import("./pin-element.js").Pin & {x: number, y: number, onScreen: boolean}} PlacedPin
 *
 * @param {object} options
 * @param {import("./map-view.js").MapViewControl} options.mapView
 * @param {(id: number, pixels: number) => string} options.thumbnailURL
 * @param {(feature: any) => void} options.onOpen
 */
export function createPinLayer({ mapView, thumbnailURL, onOpen }) {
  const holder = document.createElement("div");
  holder.className = "pins";
  holder.setAttribute("role", "group");
  holder.setAttribute("aria-label", "Photos on the map");
  mapView.layer.append(holder);
  /** @type {Map<string, PlacedPin>} */
  const pins = new Map();
  /** @type {WeakMap<Element, PlacedPin>} */
  const pinOf = new WeakMap();
  /** @type {PlacedPin | null} */
  let tabStop = null;
  let selected = null;

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
    mapView.reveal({ lon, lat });
  }

  function update(features) {
    const leaving = new Map(pins);
    for (const feature of features) {
      const key = pinKey(feature);
      leaving.delete(key);
      const pin = pins.get(key);
      if (pin) updatePin(pin, feature);
      else add(key, feature);
    }
    for (const [key, pin] of leaving) remove(key, pin);
    place();
    settle();
    select(selected);
  }

  function add(key, feature) {
    const pin = Object.assign(createPin(feature), { x: 0, y: 0, onScreen: true });
    pins.set(key, pin);
    pinOf.set(pin.element, pin);
    holder.append(pin.element);
  }

  function remove(key, pin) {
    const hadFocus = document.activeElement === pin.element;
    pins.delete(key);
    if (tabStop === pin) tabStop = null;
    if (hadFocus) mapView.focus();
    if (pin.onScreen) retirePin(pin);
    else pin.element.remove();
  }

  /** Puts every pin where its place is on the screen now. */
  function place() {
    const middle = mapView.middleMeridian();
    const { width, height } = mapView.size();
    for (const pin of pins.values()) {
      const [lon, lat] = pin.feature.geometry.coordinates;
      const { x, y } = mapView.project(nearestCopy(lon, middle), lat);
      pin.x = Math.round(x);
      pin.y = Math.round(y);
      const isNear = x > -MARGIN && x < width + MARGIN && y > -MARGIN && y < height + 2 * MARGIN;
      if (isNear) show(pin);
      else hide(pin);
    }
  }

  /** At rest, pins draw apart, and one on the screen can be reached with Tab; arrow keys lead on from it. */
  function settle() {
    const shown = [...pins.values()].filter((pin) => pin.onScreen);
    spread(shown).forEach(({ dx, dy }, index) => {
      shown[index].element.style.translate = `${dx}px ${dy}px`;
    });
    if (tabStop?.onScreen) return;
    setTabStop(shown[0] ?? null);
  }

  function show(pin) {
    const { element, x, y, size } = pin;
    element.style.transform = `translate(${x - size / 2}px, ${y - size - POINTER}px)`;
    element.style.zIndex = String(Math.max(0, 2000 + y) + (pin.isCluster ? 1 : 0));
    if (!pin.onScreen) element.classList.remove("is-away");
    pin.onScreen = true;
    showPicture(pin, thumbnailURL);
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

  return {
    update,
    place,
    /** The map came to rest. */
    settle,
    /** Marks the pin of the open photo, if it has one of its own. @param {number | null} id */
    select,
    /** @param {string} key @returns {HTMLElement | null} */
    element: (key) => pins.get(key)?.element ?? null,
  };
}
