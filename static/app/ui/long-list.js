/**
 * A list of any length, in rows. Only items on or near the screen are in the document, so a million of them scroll like
 * ten.
 * @module
 */

import { createScroller } from "../grid/scroller.js";
import { h } from "./dom.js";

/** How many pixels are drawn above and below the screen. */
const AHEAD = 600;

/**
 * @typedef {object} Rows the layout of the items at the current width
 * @property {number} columns
 * @property {number} height of an item
 * @property {number} gap between items, and between rows
 */
export class LongList {
  #element;
  #head;
  #foot;
  #rows;
  #make;
  #attributes;
  #onEnd;
  list = h("ul", { class: "long-list", role: "list" });
  /** @type {Map<number, HTMLElement>} by place */
  #shown = new Map();
  /** @type {any[]} */
  #items = [];
  #total = 0;
  #columns = 1;
  #height = 1;
  #gap = 0;
  #isHidden = true;
  #frame = 0;
  #scroller;
  #rowAt = (y) => Math.floor((y - this.#head.offsetHeight) / (this.#height + this.#gap));
  #topOf = (place) => this.#head.offsetHeight + Math.floor(place / this.#columns) * (this.#height + this.#gap);

  /**
   * @param {object} options
   * @param {HTMLElement} options.element the element that scrolls
   * @param {HTMLElement} [options.head] an element above the items
   * @param {HTMLElement} options.foot an element below the items
   * @param {(width: number) => Rows} options.rows
   * @param {(item: any) => HTMLElement} options.make
   * @param {(item: any) => Record<string, any>} [options.attributes] of the list item that contains what `make` returns
   * @param {() => void} options.onEnd called when the last items are on or near the screen
   */
  constructor({ element, head = h("div"), foot, rows, make, attributes = () => ({}), onEnd }) {
    this.#element = element;
    this.#head = head;
    this.#foot = foot;
    this.#rows = rows;
    this.#make = make;
    this.#attributes = attributes;
    this.#onEnd = onEnd;
    const content = h("div", { class: "long-list-content" }, head, this.list, this.#foot);
    // If the focused item leaves the document, the list itself gets the focus.
    this.#element.tabIndex = -1;
    this.#element.append(content);
    this.#scroller = createScroller(this.#element, content, this.#schedule);
    const sizes = new ResizeObserver(this.#layOut);
    for (const one of [this.#element, head, this.#foot]) sizes.observe(one);
  }

  #layOut = () => {
    // Browsers forget the scroll position of hidden elements.
    const returns = this.#isHidden;
    this.#isHidden = !this.#element.clientHeight;
    if (this.#isHidden) return;
    const at = { row: this.#rowAt(this.#scroller.top), columns: this.#columns, height: this.#height };
    ({ columns: this.#columns, height: this.#height, gap: this.#gap } = this.#rows(this.list.clientWidth));
    this.list.style.setProperty("--columns", String(this.#columns));
    this.list.style.setProperty("--gap", `${this.#gap}px`);
    this.list.style.setProperty("--height", `${this.#height}px`);
    this.#scroller.measure(this.#topOf(this.#items.length + this.#columns - 1) + this.#foot.offsetHeight, this.#element.clientHeight);
    if (at.row > 0 && (at.columns !== this.#columns || at.height !== this.#height)) this.#scroller.scrollTo(this.#topOf(at.row * at.columns));
    else if (returns) this.#scroller.scrollTo(this.#scroller.top);
    this.#schedule();
  };

  #schedule = () => {
    this.#frame ||= requestAnimationFrame(this.#render);
  };

  #render = () => {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#isHidden) return;
    const first = Math.max(0, this.#rowAt(this.#scroller.top - AHEAD)) * this.#columns;
    const end = Math.min(this.#items.length, (this.#rowAt(this.#scroller.top + this.#element.clientHeight + AHEAD) + 1) * this.#columns);
    for (const [place, item] of this.#shown) if (place < first || place >= end) this.#drop(place, item);
    let next = this.list.firstElementChild;
    for (let place = first; place < end; place += 1) {
      const item = this.#shown.get(place) ?? this.#add(place);
      if (item === next) next = next.nextElementSibling;
      else this.list.insertBefore(item, next);
      item.style.top = `${this.#topOf(place) + this.#scroller.offset}px`;
      item.style.setProperty("--column", String(place % this.#columns));
      item.setAttribute("aria-setsize", String(this.#total));
    }
    if (end >= this.#items.length) this.#onEnd();
  };

  #add(place) {
    const item = h("li", { "aria-posinset": place + 1, ...this.#attributes(this.#items[place]) }, this.#make(this.#items[place]));
    this.#shown.set(place, item);
    return item;
  }

  #drop(place, item) {
    // The item has the focus, so the list takes it; arrow keys continue from the same item.
    if (item.contains(document.activeElement)) this.#element.focus({ preventScroll: true });
    this.#shown.delete(place);
    item.remove();
  }

  get columns() {
    return this.#columns;
  }

  /** @param {any[]} next all that have come so far @param {number | null} count how many there are */
  show(next, count) {
    for (const [place, item] of this.#shown) if (this.#items[place] !== next[place]) this.#drop(place, item);
    this.#items = next;
    this.#total = count ?? next.length;
    this.#layOut();
  }

  /** Resets the list for other items. */
  clear() {
    for (const [place, item] of this.#shown) this.#drop(place, item);
    this.#items = [];
    this.#scroller.scrollTo(0);
  }

  /**
   * Scrolls to an item and focuses it.
   *
   * @param {number} place
   */
  focus(place) {
    this.#layOut();
    const y = this.#topOf(place);
    const bottom = this.#scroller.top + this.#element.clientHeight;
    if (y < this.#scroller.top || y + this.#height > bottom) this.#scroller.scrollTo(y - (this.#element.clientHeight - this.#height) / 2);
    this.#render();
    /** @type {HTMLElement | null | undefined} */ (this.#shown.get(place)?.querySelector("button"))?.focus({ preventScroll: true });
  }
}
