/**
 * Builds DOM from values. Text becomes text nodes, never markup: file names are not to be trusted.
 * @module
 */

/**
 * Makes an element. An attribute that is null, undefined or false is left out; `on…` adds a listener.
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
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * Sets an element's text only when it differs, so that nothing is announced or laid out twice.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Finds the element with an id that the page itself lays down.
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
 * @returns {boolean} whether the user asked for as little motion as possible
 */
export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const NARROW = matchMedia("(max-width: 720px)");

/** @param {() => void} listener called when the window becomes narrow or wide */
export function onNarrow(listener) {
  NARROW.addEventListener("change", () => listener());
}

/** @returns {boolean} whether panels come up from the bottom, as on a phone */
export function isNarrow() {
  return NARROW.matches;
}

/** @returns {boolean} whether fingers are what the page is used with */
export function isCoarse() {
  return matchMedia("(pointer: coarse)").matches;
}
