/**
 * Draws the grid. Only tiles on or near the screen are in the document, whatever its height. When the shelf changes,
 * tiles of the same photos are reused.
 * @module
 */

import { h } from "../ui/dom.js";
import { FOOT, HEADING, layOut, indexAt, indicesWithin, lastSectionAt, positionOf, sectionAt, sectionOf } from "./layout.js";
import { createScroller } from "./scroller.js";
import { pageOf, pagesBetween, sameIndex } from "./shelf-index.js";
import { createSectionPlaces } from "./section-places.js";
import { sectionsOf } from "./shelf.js";
import { createTile, placeTile, removeTile, showTile } from "./tile.js";
import { createWallSection } from "./wall-section.js";
import { TEXTS } from "../core/texts.js";

/** How much is drawn above and below the screen, as a share of the grid's height on the screen. */
const AHEAD = 0.6;
/** The least of that in pixels, so that a sheet that is pulled up has its first rows. */
const LEAST_READY = 400;
/** From this number of screens on, the list of years is shown. */
const TALL = 4;
const SCRUBBER_WIDTH = 34;

/**
 * @typedef {import("./shelf.js").Shelf} Shelf
 */
export class Wall {
  #pages;
  #thumbnailURL;
  #onScroll;
  #content = h("div", { class: "wall-content" });
  foot = h("div", { class: "wall-foot", hidden: true });
  element;
  /** @type {Map<number, import("./tile.js").Tile>} */
  #tiles = new Map();
  /** @type {Map<string, import("./wall-section.js").WallSection>} */
  #sections = new Map();
  /** @type {Shelf | null} */
  #shelf = null;
  #layout = layOut([], 300);
  #isMarked = (/** @type {any} */ _feature) => false;
  #width = 0;
  #height = 0;
  #isHidden = false;
  #focusIndex = 0;
  #isFocusWanted = false;
  #frame = 0;
  #scroller;
  #placesOf;

  /**
   * @param {object} options
   * @param {import("./page-loader.js").PageLoader} options.pages
   * @param {(id: number, pixels: number) => string} options.thumbnailURL
   * @param {() => void} options.onScroll called when the visible photos may have changed
   */
  constructor({ pages, thumbnailURL, onScroll }) {
    this.#pages = pages;
    this.#placesOf = createSectionPlaces((shelf, page) => pages.photos(shelf, page));
    this.#thumbnailURL = thumbnailURL;
    this.#onScroll = onScroll;
    this.element = h("div", { class: "wall", role: "group", tabindex: "-1", "aria-label": TEXTS.photosHere }, this.#content, this.foot);
    this.#scroller = createScroller(this.element, this.#content, this.#schedule);
    this.element.addEventListener("focusin", (event) => {
      const tile = this.tileOf(event.target);
      if (tile) this.#setFocusIndex(tile.index);
    });
    new ResizeObserver(this.#resized).observe(this.element);
  }

  tileOf(target) {
    return this.#tiles.get(Number(target?.closest?.("[data-item]")?.dataset.item)) ?? null;
  }

  #resized = () => {
    const size = [this.element.clientWidth, this.element.clientHeight];
    // Browsers forget the scroll position of hidden elements.
    const returns = this.#isHidden;
    this.#isHidden = !size[1] && this.#shelf !== null;
    if (this.#isHidden) return;
    if (returns) this.#scroller.scrollTo(this.#scroller.top);
    if (size[0] === this.#width && size[1] === this.#height) return;
    const isWider = size[0] !== this.#width;
    [this.#width, this.#height] = size;
    this.#scroller.measure(this.#layout.height, this.#height);
    if (!this.#shelf) this.#showBlank();
    else if (isWider) this.#reflow(this.#layoutOf(this.#shelf), this.#topFor(this.#shelf));
    else this.#schedule();
  };

  /** Shows blank squares until the first counts are loaded. */
  #showBlank() {
    this.#layout = layOut([{ key: "blank", title: "", start: 0, count: 60, year: null }], this.#width);
    this.#scroller.measure(this.#height, this.#height);
    this.#schedule();
  }

  #layoutOf(/** @type {Shelf} */ next) {
    const narrow = layOut(sectionsOf(next, this.#layout.columns), this.#width - SCRUBBER_WIDTH);
    if (next.kind === "days" && narrow.height > TALL * this.#height) return layOut(sectionsOf(next, narrow.columns), this.#width - SCRUBBER_WIDTH);
    const wide = layOut(narrow.sections, this.#width);
    return layOut(sectionsOf(next, wide.columns), this.#width);
  }

  /** The scroll position on another shelf, or at another width, that shows the same moment in time. */
  #topFor(/** @type {Shelf} */ next) {
    if (!this.#shelf || this.#scroller.top <= 0 || next.order !== this.#shelf.order || (next.kind !== this.#shelf.kind && this.#shelf.kind !== "first")) return () => 0;
    const index = indexAt(this.#layout, this.#scroller.top);
    const above = positionOf(this.#layout, index).y - this.#scroller.top;
    const target = next.key === this.#shelf.key ? index : sameIndex(this.#shelf, next, index);
    return (fresh) => positionOf(fresh, target).y - above;
  }

  #reflow(next, topIn) {
    this.#layout = next;
    this.#scroller.measure(this.#layout.height, this.#height);
    this.element.classList.toggle("has-scrubber", this.#isTall());
    this.#scroller.scrollTo(topIn(this.#layout));
    this.#render();
  }

  #isTall() {
    return this.#shelf?.kind === "days" && this.#layout.height > TALL * this.#height;
  }

  #schedule = () => {
    this.#frame ||= requestAnimationFrame(this.#render);
  };

  #render = () => {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.#width || !this.#layout.sections.length) return this.#clear();
    const from = this.#scroller.top - AHEAD * this.#height;
    const to = this.#scroller.top + Math.max(LEAST_READY, (1 + AHEAD) * this.#height);
    const parts = [];
    for (let number = sectionAt(this.#layout, from); number <= lastSectionAt(this.#layout, to); number += 1) {
      parts.push({ number, ...indicesWithin(this.#layout, number, from, to) });
    }
    this.#drawSections(parts, from);
    this.#drawTiles(parts);
    if (this.#shelf) this.#pages.want(this.#shelf, this.#wantedPages(parts));
    this.#onScroll();
  };

  #drawSections(parts, from) {
    const leaving = new Set(this.#sections.keys());
    for (const { number } of parts) {
      const described = this.#layout.sections[number];
      const { key } = described;
      const places = this.#shelf ? this.#placesOf(this.#shelf, described) : "";
      leaving.delete(key);
      let section = this.#sections.get(key);
      if (!section) {
        section = createWallSection();
        this.#sections.set(key, section);
        this.#content.append(section.element);
      }
      section.place(this.#layout, number, from, this.#scroller.offset, places);
    }
    for (const key of leaving) {
      // Its tiles may be reused in another section.
      this.#sections.get(key).element.remove();
      this.#sections.delete(key);
    }
  }

  #drawTiles(parts) {
    const photos = parts.map(({ first, end }) => this.#photosBetween(first, end));
    const staying = new Set(photos.flat().map(({ feature }) => feature.id));
    for (const [id, tile] of this.#tiles) if (!staying.has(id)) this.#drop(id, tile);
    /** @type {Map<number, import("./tile.js").Tile>} The tiles by the index of their photo. */
    const shown = new Map();
    const drawn = new Set();
    parts.forEach(({ number }, part) => {
      const section = this.#sections.get(this.#layout.sections[number].key);
      let next = section.list.firstChild;
      for (const { index, feature } of photos[part]) {
        // While the library changes, two pages may contain the same photo.
        if (drawn.has(feature.id)) continue;
        drawn.add(feature.id);
        const tile = this.#tiles.get(feature.id) ?? this.#addTile(feature);
        if (tile.element === next) next = next.nextSibling;
        else section.list.insertBefore(tile.element, next);
        const { x, y } = section.positionOf(this.#layout, index - this.#layout.sections[number].start);
        placeTile(tile, { index, total: this.#shelf.shown, x, y, size: this.#layout.size });
        shown.set(index, tile);
      }
    });
    for (const index of this.#visibleLast([...shown.keys()])) showTile(shown.get(index));
    this.#setFocusIndex(this.#focusIndex);
    if (this.#isFocusWanted) this.#focusTile();
  }

  /** The queue loads the last picture first: those on the screen before those near it, the upper ones first. */
  #visibleLast(indices) {
    const { top } = this.#scroller;
    const distance = (index) => {
      const { y } = positionOf(this.#layout, index);
      return Math.max(0, top - y - this.#layout.size, y - top - this.#height);
    };
    return indices.map((index) => ({ index, far: distance(index) }))
      .sort((one, other) => other.far - one.far || other.index - one.index).map(({ index }) => index);
  }

  /** @param {import("../api/photos.js").Photo} feature */
  #addTile(feature) {
    const tile = createTile(feature, this.#thumbnailURL(feature.id, this.#layout.size));
    tile.button.classList.toggle("is-pointed", this.#isMarked(feature));
    this.#tiles.set(feature.id, tile);
    return tile;
  }

  #drop(id, tile) {
    // The tile has the focus, so the grid takes it; arrow keys continue from the same photo.
    if (tile.button === document.activeElement) this.element.focus({ preventScroll: true });
    this.#tiles.delete(id);
    removeTile(tile);
  }

  #clear() {
    for (const [id, tile] of this.#tiles) this.#drop(id, tile);
    for (const section of this.#sections.values()) section.element.remove();
    this.#sections.clear();
    this.#onScroll();
  }

  #photosBetween(first, end) {
    const photos = [];
    for (let index = first; index < end; index += 1) {
      const feature = this.photoAt(index);
      if (feature) photos.push({ index, feature });
    }
    return photos;
  }

  photoAt(index) {
    if (!this.#shelf) return null;
    if (this.#shelf.kind !== "days") return this.#shelf.ranked[index] ?? null;
    const page = pageOf(this.#shelf, index);
    return (page && this.#pages.photos(this.#shelf, page)?.[index - page.start]) ?? null;
  }

  /** Pages on the screen come before those near it. */
  #wantedPages(parts) {
    if (!parts.length || this.#shelf.kind !== "days") return [];
    const seen = pagesBetween(this.#shelf, indexAt(this.#layout, this.#scroller.top), indexAt(this.#layout, this.#scroller.top + this.#height));
    const near = pagesBetween(this.#shelf, parts[0].first, Math.max(0, parts.at(-1).end - 1));
    return [...new Set([...seen, ...near])];
  }

  #setFocusIndex(index) {
    this.#focusIndex = Math.max(0, Math.min(index, (this.#shelf?.shown ?? 1) - 1));
    const inView = [...this.#tiles.values()].find((tile) => tile.index === this.#focusIndex) ?? this.#tiles.values().next().value;
    for (const tile of this.#tiles.values()) {
      const tabIndex = tile === inView ? 0 : -1;
      if (tile.button.tabIndex !== tabIndex) tile.button.tabIndex = tabIndex;
    }
  }

  #focusTile() {
    const tile = [...this.#tiles.values()].find((one) => one.index === this.#focusIndex);
    if (tile) this.#isFocusWanted = false;
    (tile?.button ?? this.element).focus({ preventScroll: true });
  }

  reveal(index) {
    const { y } = positionOf(this.#layout, index);
    if (y - HEADING < this.#scroller.top) this.#scroller.scrollTo(y - HEADING);
    else if (y + this.#layout.size + FOOT > this.#scroller.top + this.#height) this.#scroller.scrollTo(y + this.#layout.size + FOOT - this.#height);
  }

  get scrollTo() {
    return this.#scroller.scrollTo;
  }

  /** @returns {Shelf | null} */
  get shelf() {
    return this.#shelf;
  }

  get layout() {
    return this.#layout;
  }

  get focusIndex() {
    return this.#focusIndex;
  }

  get view() {
    return { top: this.#scroller.top, height: this.#height, isTall: this.#isTall() };
  }

  /**
   * Shows another shelf. Waits a moment for its first photos, so that tiles do not flicker.
   *
   * @param {Shelf} next
   * @param {(needed: import("./shelf.js").Page[]) => Promise<void>} prepare
   * @param {() => boolean} isWanted whether it is still wanted after the preparation
   */
  async show(next, prepare, isWanted) {
    if (next.kind === "days" && next.pages.length && this.#width) {
      const fresh = this.#layoutOf(next);
      const at = this.#topFor(next)(fresh);
      await prepare(pagesBetween(next, indexAt(fresh, at), indexAt(fresh, at + this.#height)));
      if (!isWanted()) return;
    }
    const topIn = this.#topFor(next);
    if (this.#shelf && next.key !== this.#shelf.key) this.#focusIndex = this.#scroller.top > 0 ? sameIndex(this.#shelf, next, this.#focusIndex) : 0;
    const fresh = this.#layoutOf(next);
    this.#shelf = next;
    this.#reflow(fresh, topIn);
  }

  /** Redraws the visible part, for example after a page was loaded. */
  update() {
    this.#schedule();
  }

  /** @param {(feature: import("../api/photos.js").Photo) => boolean} test says which tiles are to stand out */
  mark(test) {
    this.#isMarked = test;
    for (const { button, feature } of this.#tiles.values()) button.classList.toggle("is-pointed", test(feature));
  }

  /**
   * Scrolls to a photo and focuses it.
   *
   * @param {number} index
   */
  focus(index) {
    this.#setFocusIndex(index);
    this.reveal(this.#focusIndex);
    this.#isFocusWanted = true;
    this.#render();
  }

  /** @param {number} id @returns {number | null} the index of a photo that is there */
  indexOfPhoto(id) {
    return this.#tiles.get(id)?.index ?? null;
  }

  /** The number of photos on one screen. */
  get screenful() {
    return Math.max(1, Math.floor(this.#height / this.#layout.step)) * this.#layout.columns;
  }

  sectionNow() {
    return this.#layout.sections[sectionAt(this.#layout, this.#scroller.top + HEADING / 2)] ?? null;
  }

  sectionOfIndex(index) {
    return this.#layout.sections[sectionOf(this.#layout, index)];
  }
}
