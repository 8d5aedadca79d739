/** @module */

import { hasParts, rowAbove } from "./areas-state.js";

/**
 * The keys of the tree besides Tab: Up and Down move between rows, Right and Left open and close them.
 *
 * @param {object} options
 * @param {HTMLElement} options.element the panel; another part of it has the focus when the list has removed the focused row
 * @param {import("../ui/long-list.js").LongList} options.list
 * @param {() => import("./areas-state.js").Row[]} options.rows
 * @param {() => string[]} options.opened
 * @param {(id: string) => void} options.turn
 */
export function createAreaKeys({ element, list, rows, opened, turn }) {
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
      ArrowRight: () => open(here),
      ArrowLeft: () => leave(here),
    };
  }

  function open(here) {
    const area = rows()[here]?.area;
    if (!area || !hasParts(area)) return;
    if (opened().includes(area.id)) go(here + 1, 1);
    else turn(area.id);
  }

  function leave(here) {
    const row = rows()[here];
    if (row?.area && opened().includes(row.area.id)) turn(row.area.id);
    else if (row) go(rowAbove(rows(), here), -1);
  }

  /** Focuses a row, or the next row in this direction that has a button. */
  function go(place, direction) {
    const all = rows();
    while (all[place] && !all[place].area && all[place].retry === undefined) place += direction;
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
