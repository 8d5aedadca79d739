/**
 * The menu of a position on the map.
 * @module
 */

import { ON } from "../core/language.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { placeOfMenu } from "./menu-place.js";

/** How long an item says what it has done. */
const THANKS_MS = 900;

/**
 * @typedef {object} Item
 * @property {string} sign the name of an icon
 * @property {string} label
 * @property {() => unknown} run may come to a word that the item says for a moment
 */

/**
 * @param {object} options
 * @param {() => void} options.onClosed called when the menu had the focus, which has to move elsewhere
 */
export function createSpotMenu({ onClosed }) {
  const name = h("span", { class: "spot-menu-name", dir: "auto" });
  const where = h("span", {});
  const title = h("p", { id: "spot-menu-title", class: "spot-menu-title" }, name, " ", where);
  const list = h("div", { role: "menu", class: "spot-menu-items", "aria-labelledby": title.id });
  // Assistive technology finds it as a part of the page beside the map.
  const element = h("section", { class: "spot-menu", "aria-labelledby": title.id, hidden: true }, title, list);
  document.body.append(element);
  let timer = 0;

  const items = () => /** @type {HTMLElement[]} */ ([...list.children]);

  function close() {
    if (element.hidden) return;
    clearTimeout(timer);
    const hadFocus = element.contains(document.activeElement);
    element.hidden = true;
    if (hadFocus) onClosed();
  }

  /** @param {Item} item */
  function button({ sign, label, run }) {
    const text = h("span", {}, label);
    return h("button", {
      type: "button", role: "menuitem", class: "spot-menu-item", tabindex: "-1",
      async onclick() {
        const done = run();
        if (!(done instanceof Promise)) return close();
        const said = await done;
        if (typeof said === "string") setText(text, said);
        timer = setTimeout(close, THANKS_MS);
      },
    }, icon(sign), text);
  }

  element.addEventListener("keydown", (event) => {
    // The map and the page have other keys.
    event.stopPropagation();
    const all = items();
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (to !== undefined) all.at(to % all.length)?.focus();
    else return;
    event.preventDefault();
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  addEventListener("pointerdown", ({ target }) => element.contains(/** @type {Node} */ (target)) || close(), { capture: true });
  for (const type of ["resize", "blur"]) addEventListener(type, close);

  function place(point) {
    const { left, top } = placeOfMenu(point, { width: element.offsetWidth, height: element.offsetHeight }, { width: innerWidth, height: innerHeight }, ON);
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }

  return {
    close,
    isOpen: () => !element.hidden,

    /** @param {{x: number, y: number}} point of the window @param {string} coordinates @param {Item[]} offered */
    open(point, coordinates, offered) {
      clearTimeout(timer);
      setText(name, "");
      setText(where, coordinates);
      list.replaceChildren(...offered.map(button));
      element.hidden = false;
      place(point);
      items()[0]?.focus({ preventScroll: true });

      return {
        /** @param {string} text the name of the position, which comes later */
        name(text) {
          setText(name, text);
          place(point);
        },
      };
    },
  };
}
