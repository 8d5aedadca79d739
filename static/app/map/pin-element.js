/**
 * One pin: a photo's thumbnail on a card with a pointer, or a stack of cards and a button with its count, which lies over
 * all cards.
 * @module
 */

import { formatCount } from "../core/format.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { cancelPicture, loadPicture, pictureFailed } from "../ui/picture-queue.js";
import { namePin } from "./pin-names.js";
import { pinSize } from "./pin-size.js";

/** The templates of pins and counts. */
const PHOTO = blankPin("pin");
const CLUSTER = blankPin("pin pin-cluster");
const COUNT = h("button", { type: "button", class: "pin-count", tabindex: "-1", elementtiming: "pin" });

function blankPin(name) {
  return h("button", { type: "button", class: name, tabindex: "-1" },
    h("span", { class: "pin-card" }, h("span", { class: "pin-picture" }, icon("picture", "icon pin-blank"))));
}

/**
 * @typedef {object} Pin
 * @property {HTMLButtonElement} element
 * @property {HTMLButtonElement | null} badge the button with the count of a cluster
 * @property {import("../api/photos.js").Pin} feature
 * @property {number} size the card's side in pixels
 * @property {boolean} isCluster
 * @property {string} named the properties from which its name was made
 * @property {number | null} picture the id of the photo whose thumbnail it shows
 */

/**
 * @param {import("../api/photos.js").Pin} feature
 * @returns {string} equal for features that the same pin can show
 */
export function pinKey({ id, properties }) {
  return properties.cluster ? `cluster ${properties.cluster_id}` : `photo ${id}`;
}

/**
 * @param {import("../api/photos.js").Pin} feature
 * @param {number} scale
 * @returns {Pin}
 */
export function createPin(feature, scale) {
  const isCluster = Boolean(feature.properties.cluster);
  const element = /** @type {HTMLButtonElement} */ ((isCluster ? CLUSTER : PHOTO).cloneNode(true));
  const badge = isCluster ? /** @type {HTMLButtonElement} */ (COUNT.cloneNode(true)) : null;
  const pin = { element, badge, feature, size: 0, isCluster, named: "", picture: null };
  updatePin(pin, feature, scale);
  return pin;
}

/** @param {Pin} pin @returns {HTMLElement[]} its elements */
export function partsOf({ element, badge }) {
  return badge ? [element, badge] : [element];
}

/**
 * Updates a pin for a feature with the same key.
 *
 * @param {Pin} pin
 * @param {import("../api/photos.js").Pin} feature
 * @param {number} scale
 */
export function updatePin(pin, feature, scale) {
  const { element, badge } = pin;
  const { properties } = feature;
  pin.feature = feature;
  pin.size = pinSize(properties.point_count ?? 1, scale);
  if (badge) {
    const count = properties.point_count;
    element.dataset.cluster = String(properties.cluster_id);
    element.dataset.count = String(count);
    setText(badge, abbreviated(count));
    badge.classList.toggle("is-small", scale < 0.75);
  } else {
    element.dataset.photo = String(feature.id);
  }
  element.style.setProperty("--size", `${pin.size}px`);
  namePin(pin);
}

/**
 * Loads the picture of a pin on the screen. If a cluster's photo has no thumbnail, shows another of its photos.
 *
 * @param {Pin} pin
 * @param {import("./covers.js").Covers} covers
 */
export function showPicture(pin, covers) {
  const id = pin.isCluster ? covers.of(pin.feature) : pin.feature.id;
  if (pin.picture === id || id === undefined || id === null) return;
  load(pin, id, covers);
}

/** @param {import("./pin-element.js").Pin} pin */
function load(pin, id, covers) {
  const frame = pin.element.querySelector(".pin-picture");
  stopPicture(pin);
  pin.picture = id;
  const picture = h("img", { alt: "", decoding: "async", draggable: "false" });
  picture.addEventListener("load", () => {
    frame.querySelectorAll("img").forEach((old) => old !== picture && old.remove());
    picture.classList.add("is-loaded");
    covers.worked();
  });
  picture.addEventListener("error", async () => {
    picture.remove();
    const other = pin.isCluster ? await covers.instead(pin.feature, id) : null;
    // The pin may show other photos by now.
    if (pin.picture !== id) return;
    if (other !== null) return load(pin, other, covers);
    pictureFailed(pin.element, () => {
      if (pin.picture === id) pin.picture = null;
      showPicture(pin, covers);
    });
  });
  frame.append(picture);
  loadPicture(picture, covers.thumbnailURL(id, pin.size));
}

/**
 * Stops loading the picture of a pin that is not visible. `showPicture` starts it again.
 *
 * @param {Pin} pin
 */
export function stopPicture(pin) {
  for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (pin.element.querySelectorAll("img:not(.is-loaded)"))) {
    cancelPicture(picture);
    picture.remove();
    pin.picture = null;
  }
}

/** Removes a pin for scripts and screen readers at once, and fades it out. */
export function retirePin(/** @type {Pin} */ pin) {
  const { element } = pin;
  delete element.dataset.photo;
  delete element.dataset.cluster;
  delete element.dataset.count;
  stopPicture(pin);
  for (const part of partsOf(pin)) {
    part.inert = true;
    part.setAttribute("aria-hidden", "true");
    part.classList.add("is-leaving");
  }
  const remove = () => partsOf(pin).forEach((part) => part.remove());
  element.addEventListener("animationend", remove, { once: true });
  setTimeout(remove, 400);
}

function abbreviated(count) {
  if (count < 10_000) return formatCount(count);
  if (count < 999_500) return `${Math.round(count / 1000)}k`;
  return `${(count / 1e6).toFixed(count < 9.95e6 ? 1 : 0)}M`;
}
