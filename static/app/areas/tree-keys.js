/** @module */

import { KEY_BACK, KEY_ON } from "../core/language.js";
import { rowAbove } from "./areas-state.js";

/**
 * @typedef {object} TreeRow
 * @property {string} key
 * @property {number} depth
 */

/**
 * The keys of a tree besides Tab: Up and Down move between rows, Right and Left open and close them, and the other way round where lines run to the left.
 *
 * @template {TreeRow} Row
 * @param {object} options
 * @param {HTMLElement} options.element the panel; another part of it has the focus when the list has removed the focused row
 * @param {import("../ui/long-list.js").LongList} options.list
 * @param {() => Row[]} options.rows
 * @param {(row: Row) => boolean} options.hasParts
 * @param {(row: Row) => boolean} [options.hasButton]
 * @param {() => string[]} options.opened the keys of rows
 * @param {(key: string) => void} options.turn
 */
export function createTreeKeys({ element, list, rows, hasParts, hasButton = () => true, opened, turn }) {
  /** The key of the row that had the focus last. */
  let last = "";

  element.addEventListener("focusin", ({ target }) => {
    const place = placeOf(/** @type {Element} */ (target));
    if (place >= 0) last = rows()[place]?.key ?? "";
  });

  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const here = rows().findIndex(({ key }) => key === last);
    const run = keysAt(here)[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });

  function keysAt(here) {
    return {
      ArrowDown: () => go(here + 1, 1),
      ArrowUp: () => go(here - 1, -1),
      Home: () => go(0, 1),
      End: () => go(rows().length - 1, -1),
      [KEY_ON]: () => open(here),
      [KEY_BACK]: () => leave(here),
    };
  }

  function open(here) {
    const row = rows()[here];
    if (!row || !hasParts(row)) return;
    if (opened().includes(row.key)) go(here + 1, 1);
    else turn(row.key);
  }

  function leave(here) {
    const row = rows()[here];
    if (row && opened().includes(row.key)) turn(row.key);
    else if (row) go(rowAbove(rows(), here), -1);
  }

  /** Focuses a row, or the next row in this direction that has a button. */
  function go(place, direction) {
    const all = rows();
    while (all[place] && !hasButton(all[place])) place += direction;
    if (all[place]) list.focus(place);
  }

  return {
    /** Call it before the rows change; it returns a function that restores the focus afterwards. */
    hold() {
      const had = /** @type {HTMLElement | null} */ (document.activeElement);
      const isOpener = had?.dataset.open !== undefined;
      const before = had ? placeOf(had) : -1;
      return () => {
        if (before < 0 || had?.isConnected) return;
        const place = rows().findIndex(({ key }) => key === last);
        // If the row is gone, focuses the row in its place, so that the focus does not fall back to the page.
        go(place >= 0 ? place : Math.min(before, rows().length - 1), 1);
        if (isOpener) /** @type {HTMLElement | null} */ (element.querySelector(`[data-open="${CSS.escape(last)}"]`))?.focus();
      };
    },
  };

  /** @param {Element} part @returns {number} the index of the row that contains it; -1 if none does */
  function placeOf(part) {
    const item = part.closest(".long-list > li");
    return item && element.contains(item) ? Number(item.getAttribute("aria-posinset")) - 1 : -1;
  }
}
