/**
 * One pin: a photo's thumbnail on a card with a pointer, or a stack of cards with a count.
 * @module
 */

import { formatCount, formatDay, formatPhotos, formatSpan } from "../format.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { loadPicture } from "../ui/picture-queue.js";

const PHOTO_SIZE = 50;
const CLUSTER_SIZES = [[1000, 74], [100, 68], [20, 62], [5, 57], [0, 53]];

/**
 * @typedef {object} Pin
 * @property {HTMLButtonElement} element
 * @property {any} feature
 * @property {number} size the card's side in pixels
 * @property {boolean} isCluster
 */

/**
 * @param {any} feature
 * @returns {string} equal for features that one pin can show in turn
 */
export function pinKey({ id, properties }) {
  return properties.cluster ? `cluster ${properties.cluster_id}` : `photo ${id}`;
}

/**
 * @param {any} feature
 * @returns {Pin}
 */
export function createPin(feature) {
  const isCluster = Boolean(feature.properties.cluster);
  const element = h("button", { type: "button", class: isCluster ? "pin pin-cluster" : "pin", tabindex: "-1" },
    h("span", { class: "pin-card" }, h("span", { class: "pin-picture" }, icon("picture", "icon pin-blank"))),
    isCluster && h("span", { class: "pin-count" }));
  const pin = { element, feature, size: PHOTO_SIZE, isCluster };
  updatePin(pin, feature);
  return pin;
}

/**
 * Brings a pin in line with a feature of the same key.
 *
 * @param {Pin} pin
 * @param {any} feature
 */
export function updatePin(pin, feature) {
  const { element } = pin;
  const { properties } = feature;
  pin.feature = feature;
  if (pin.isCluster) {
    const count = properties.point_count;
    pin.size = CLUSTER_SIZES.find(([least]) => count >= least)[1];
    element.dataset.cluster = String(properties.cluster_id);
    element.dataset.count = String(count);
    setText(element.querySelector(".pin-count"), abbreviated(count));
  } else {
    element.dataset.photo = String(feature.id);
  }
  element.style.setProperty("--size", `${pin.size}px`);
  const name = pinName(feature);
  if (element.getAttribute("aria-label") !== name) element.setAttribute("aria-label", name);
}

/**
 * Loads a pin's picture, once it is on the screen.
 *
 * @param {Pin} pin
 * @param {(id: number, pixels: number) => string} thumbnailURL
 */
export function showPicture(pin, thumbnailURL) {
  const id = pin.isCluster ? pin.feature.properties.photo : pin.feature.id;
  const frame = pin.element.querySelector(".pin-picture");
  if (pin.element.dataset.picture === String(id) || id === undefined || id === null) return;
  pin.element.dataset.picture = String(id);
  const picture = h("img", { alt: "", decoding: "async", draggable: "false" });
  picture.addEventListener("load", () => {
    frame.querySelectorAll("img").forEach((old) => old !== picture && old.remove());
    picture.classList.add("is-loaded");
  });
  picture.addEventListener("error", () => picture.remove());
  frame.append(picture);
  loadPicture(picture, thumbnailURL(id, pin.size));
}

/** Takes a pin off the map for scripts and readers at once, and fades what the eye sees. */
export function retirePin(/** @type {Pin} */ { element }) {
  delete element.dataset.photo;
  delete element.dataset.cluster;
  delete element.dataset.count;
  element.inert = true;
  element.setAttribute("aria-hidden", "true");
  element.classList.add("is-leaving");
  const remove = () => element.remove();
  element.addEventListener("animationend", remove, { once: true });
  setTimeout(remove, 400);
}

function pinName({ properties }) {
  if (!properties.cluster) return `Photo ${properties.filename ?? ""}, ${formatDay(properties)}`;
  const span = formatSpan(properties.takenFrom, properties.takenTo);
  return `${formatPhotos(properties.point_count)}${span ? `, ${span}` : ""}`;
}

function abbreviated(count) {
  if (count < 10_000) return formatCount(count);
  if (count < 999_500) return `${Math.round(count / 1000)}k`;
  return `${(count / 1e6).toFixed(count < 9.95e6 ? 1 : 0)}M`;
}
