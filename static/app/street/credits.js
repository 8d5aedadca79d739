/**
 * Names those whose maps are drawn, as their files ask for it.
 * @module
 */

import { byId, h } from "../ui/dom.js";
import { isStreets } from "./kinds.js";

/** @param {import("../core/store.js").Store} store */
export function createCredits(store) {
  const element = h("span", { class: "street-credits" });
  const show = ({ street, base }) => {
    // Pictures that are not shown need no credits.
    const drawn = (street?.maps ?? []).filter((map) => map.id === base || isStreets(map));
    const texts = [...new Set(drawn.map(({ attribution }) => attribution).filter(Boolean))];
    element.replaceChildren(...texts.flatMap((text) => [...partsOf(text), " · "]));
    if (!element.isConnected) byId("attribution").prepend(element);
  };
  store.watch((state) => state.street, () => show(store.state));
  store.watch((state) => state.base, () => show(store.state));
}

/** The text and the links of HTML from a file that is not trusted, and nothing else of it. @param {string} html */
function partsOf(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const parts = [];
  for (const node of body.childNodes) {
    const text = node.textContent ?? "";
    const href = node instanceof HTMLAnchorElement ? node.getAttribute("href") ?? "" : "";
    parts.push(/^https?:\/\//.test(href) ? h("a", { href, target: "_blank", rel: "noopener noreferrer" }, text) : text);
  }
  return parts;
}
