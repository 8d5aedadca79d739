/**
 * The items of a list that have come so far, in rows: only those on the screen, or nearly, are in the
 * document, so that a million of them scroll like ten.
 * @module
 */

import { createScroller } from "../grid/scroller.js";
import { h } from "./dom.js";

/** So much is kept ready above and below. */
const AHEAD = 600;

/**
 * @typedef {object} Rows how items stand in the room that there is
 * @property {number} columns
 * @property {number} height of an item
 * @property {number} gap between items, and between rows
 *
 * @param {object} options
 * @param {HTMLElement} options.element what is scrolled
 * @param {HTMLElement} [options.head] what stands above the items
 * @param {HTMLElement} options.foot and what below
 * @param {(width: number) => Rows} options.rows
 * @param {(item: any) => HTMLElement} options.make
 * @param {() => void} options.onEnd called when the last of them are on the screen, or nearly
 */
export function createLongList({ element, head = h("div"), foot, rows, make, onEnd }) {
  const list = h("ul", { class: "long-list", role: "list" });
  const content = h("div", { class: "long-list-content" }, head, list, foot);
  // What had the focus and is out of sight leaves it to the whole.
  element.tabIndex = -1;
  element.append(content);
  /** @type {Map<number, HTMLElement>} by place */
  const shown = new Map();
  /** @type {any[]} */
  let items = [];
  let total = 0;
  /** @type {Rows} */
  let { columns, height, gap } = { columns: 1, height: 1, gap: 0 };
  let isHidden = true;
  let frame = 0;
  const scroller = createScroller(element, content, schedule);
  const sizes = new ResizeObserver(layOut);
  for (const one of [element, head, foot]) sizes.observe(one);

  const rowAt = (y) => Math.floor((y - head.offsetHeight) / (height + gap));
  const topOf = (place) => head.offsetHeight + Math.floor(place / columns) * (height + gap);

  function layOut() {
    // A browser forgets how far it has scrolled what it does not show.
    const returns = isHidden;
    isHidden = !element.clientHeight;
    if (isHidden) return;
    const at = { row: rowAt(scroller.top), columns, height };
    ({ columns, height, gap } = rows(list.clientWidth));
    list.style.setProperty("--columns", String(columns));
    list.style.setProperty("--gap", `${gap}px`);
    list.style.setProperty("--height", `${height}px`);
    scroller.measure(topOf(items.length + columns - 1) + foot.offsetHeight, element.clientHeight);
    if (at.row > 0 && (at.columns !== columns || at.height !== height)) scroller.scrollTo(topOf(at.row * at.columns));
    else if (returns) scroller.scrollTo(scroller.top);
    schedule();
  }

  function schedule() {
    frame ||= requestAnimationFrame(render);
  }

  function render() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (isHidden) return;
    const first = Math.max(0, rowAt(scroller.top - AHEAD)) * columns;
    const end = Math.min(items.length, (rowAt(scroller.top + element.clientHeight + AHEAD) + 1) * columns);
    for (const [place, item] of shown) if (place < first || place >= end) drop(place, item);
    let next = list.firstElementChild;
    for (let place = first; place < end; place += 1) {
      const item = shown.get(place) ?? add(place);
      if (item === next) next = next.nextElementSibling;
      else list.insertBefore(item, next);
      item.style.top = `${topOf(place) + scroller.offset}px`;
      item.style.setProperty("--column", String(place % columns));
      item.setAttribute("aria-setsize", String(total));
    }
    if (end >= items.length) onEnd();
  }

  function add(place) {
    const item = h("li", { "aria-posinset": place + 1 }, make(items[place]));
    shown.set(place, item);
    return item;
  }

  function drop(place, item) {
    // The keyboard goes on from where it was.
    if (item.contains(document.activeElement)) element.focus({ preventScroll: true });
    shown.delete(place);
    item.remove();
  }

  return {
    list,

    get columns() {
      return columns;
    },

    /** @param {any[]} next all that have come so far @param {number | null} count how many there are */
    show(next, count) {
      for (const [place, item] of shown) if (items[place] !== next[place]) drop(place, item);
      items = next;
      total = count ?? next.length;
      layOut();
    },

    /** Begins anew, for other items. */
    clear() {
      for (const [place, item] of shown) drop(place, item);
      items = [];
      scroller.scrollTo(0);
    },

    /** Goes to an item with the focus. @param {number} place */
    focus(place) {
      layOut();
      const y = topOf(place);
      const bottom = scroller.top + element.clientHeight;
      if (y < scroller.top || y + height > bottom) scroller.scrollTo(y - (element.clientHeight - height) / 2);
      render();
      /** @type {HTMLElement | null | undefined} */ (shown.get(place)?.querySelector("button"))?.focus({ preventScroll: true });
    },
  };
}
