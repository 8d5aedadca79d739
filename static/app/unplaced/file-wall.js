/**
 * The files that have come so far, in rows: only those on the screen, or nearly, are in the document,
 * so that a million of them scroll like ten.
 * @module
 */

import { createScroller } from "../grid/scroller.js";
import { h } from "../ui/dom.js";

/** Of a row, and from one to the next. */
const HEIGHT = 112;
const STEP = HEIGHT + 8;
const LEAST_WIDTH = 330;
const GAP = 8;
/** So much is kept ready above and below. */
const AHEAD = 600;

/**
 * @param {object} options
 * @param {HTMLElement} options.element what is scrolled
 * @param {HTMLElement} options.head what stands above the files
 * @param {HTMLElement} options.foot and what below
 * @param {(file: any) => HTMLElement} options.make
 * @param {() => void} options.onEnd called when the last of them are on the screen, or nearly
 */
export function createFileWall({ element, head, foot, make, onEnd }) {
  const list = h("ul", { class: "files", role: "list" });
  const content = h("div", { class: "files-content" }, head, list, foot);
  element.append(content);
  /** @type {Map<number, HTMLElement>} by place */
  const shown = new Map();
  /** @type {any[]} */
  let files = [];
  let total = 0;
  let columns = 1;
  let frame = 0;
  const scroller = createScroller(element, content, schedule);
  const sizes = new ResizeObserver(layOut);
  for (const one of [element, head, foot]) sizes.observe(one);

  function layOut() {
    const width = list.clientWidth;
    columns = Math.max(1, Math.floor((width + GAP) / (LEAST_WIDTH + GAP)));
    list.style.setProperty("--columns", String(columns));
    const rows = Math.ceil(files.length / columns);
    scroller.measure(head.offsetHeight + rows * STEP + foot.offsetHeight, element.clientHeight);
    schedule();
  }

  function schedule() {
    frame ||= requestAnimationFrame(render);
  }

  function render() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (!element.clientHeight) return;
    const row = (y) => Math.floor((y - head.offsetHeight) / STEP);
    const first = Math.max(0, row(scroller.top - AHEAD)) * columns;
    const end = Math.min(files.length, (row(scroller.top + element.clientHeight + AHEAD) + 1) * columns);
    for (const [place, item] of shown) if (place < first || place >= end) drop(place, item);
    let next = list.firstElementChild;
    for (let place = first; place < end; place += 1) {
      const item = shown.get(place) ?? add(place);
      if (item === next) next = next.nextElementSibling;
      else list.insertBefore(item, next);
      item.style.top = `${head.offsetHeight + Math.floor(place / columns) * STEP + scroller.offset}px`;
      item.style.setProperty("--column", String(place % columns));
      item.setAttribute("aria-setsize", String(total));
    }
    if (end >= files.length) onEnd();
  }

  function add(place) {
    const item = h("li", { "aria-posinset": place + 1 }, make(files[place]));
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
    /** @param {any[]} next all that have come so far @param {number | null} count how many there are */
    show(next, count) {
      files = next;
      total = count ?? next.length;
      layOut();
    },

    /** Begins anew, for other files. */
    clear() {
      for (const [place, item] of shown) drop(place, item);
      files = [];
      scroller.scrollTo(0);
    },

    /** Goes to a file with the focus. @param {number} place */
    focus(place) {
      const y = head.offsetHeight + Math.floor(place / columns) * STEP;
      const bottom = scroller.top + element.clientHeight;
      if (y < scroller.top || y + HEIGHT > bottom) scroller.scrollTo(y - (element.clientHeight - HEIGHT) / 2);
      render();
      /** @type {HTMLElement | null | undefined} */ (shown.get(place)?.querySelector("button"))?.focus({ preventScroll: true });
    },
  };
}
