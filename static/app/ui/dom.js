/**
 * Builds DOM from values. Text becomes text nodes, never markup, because file names are untrusted.
 * @module
 */

import { partsOf } from "../core/bidi.js";

/**
 * Creates an element. Attributes that are null, undefined or false are omitted; `on…` adds a listener.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/**
 * Sets an element's text only if it differs, to avoid announcements and layout. What is English in it says so.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent === text) return;
  const parts = partsOf(text);
  if (parts.length < 2) element.textContent = text;
  else element.replaceChildren(...parts.map((part, index) => (index % 2 ? h("span", { lang: "en", dir: "ltr" }, part) : part)));
}

/**
 * Returns the element of index.html with an id.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element #${id}`);
  return element;
}

/**
 * @returns {boolean} whether the user prefers reduced motion
 */
export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const NARROW = matchMedia("(max-width: 720px)");

/** @param {() => void} listener called when the window becomes narrow or wide */
export function onNarrow(listener) {
  NARROW.addEventListener("change", () => listener());
}

/** @returns {boolean} whether panels are sheets at the bottom, as on a phone */
export function isNarrow() {
  return NARROW.matches;
}

const LOW = matchMedia("(max-width: 720px) and (max-height: 500px) and (orientation: landscape)");

/** @returns {boolean} whether a narrow window is too low for a sheet over the map, so that the panel is beside the map */
export function isLow() {
  return LOW.matches;
}

/**
 * Scales a height that contains text by the font size that is set in the browser, where the style sheets have `rem`.
 *
 * @param {number} pixels at the usual font size
 * @returns {number}
 */
export function withText(pixels) {
  return (pixels * parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16;
}

/** @returns {boolean} whether the main pointer is a finger */
export function isCoarse() {
  return matchMedia("(pointer: coarse)").matches;
}
