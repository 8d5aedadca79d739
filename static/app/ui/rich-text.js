/**
 * Text with links and other markup, from HTML that is not trusted.
 * @module
 */

import { h } from "./dom.js";

/**
 * The text, its links to `http` and `https`, and the elements of some names, all without other attributes.
 *
 * @param {string} html
 * @param {readonly string[]} [names] in lower case
 * @returns {(Node | string)[]}
 */
export function richText(html, names = []) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return partsOf(body, names);
}

/** @param {Node} node @param {readonly string[]} names @returns {(Node | string)[]} */
function partsOf(node, names) {
  return [...node.childNodes].flatMap((child) => {
    const name = child.nodeName.toLowerCase();
    const href = child instanceof HTMLAnchorElement ? child.getAttribute("href") ?? "" : "";
    if (/^https?:\/\//.test(href)) return [h("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...partsOf(child, names))];
    if (names.includes(name)) return [h(/** @type {"p"} */ (name), {}, ...partsOf(child, names))];
    return child instanceof Element && !["script", "style"].includes(name) ? partsOf(child, names) : [child.textContent ?? ""];
  });
}
