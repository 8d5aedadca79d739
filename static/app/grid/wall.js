/**
 * The wall of photos: only what is on the screen, or nearly, is in the document, whatever the height.
 * Tiles that stay are kept when what is shown changes.
 * @module
 */

import { h } from "../ui/dom.js";
import { FOOT, HEADING, layOut, placeAt, placesWithin, positionOf, sectionAt, sectionOf } from "./layout.js";
import { createScroller } from "./scroller.js";
import { pageOf, pagesBetween, samePlace } from "./places.js";
import { sectionsOf } from "./shelf.js";
import { createTile, placeTile, removeTile, showTile } from "./tile.js";
import { createWallSection } from "./wall-section.js";

/** So much of the wall's own height is kept ready above and below. */
const AHEAD = 0.6;
/** A sheet that is drawn up has its first rows already. */
const LEAST_READY = 400;
/** Scrolling past years is easier with a list of them beside it. */
const TALL = 4;
const SCRUBBER_WIDTH = 34;

/**
 * @typedef {import("./shelf.js").Shelf} Shelf
 *
 * @param {object} options
 * @param {ReturnType<typeof import("./page-loader.js").createPageLoader>} options.pages
 * @param {(id: number, pixels: number) => string} options.thumbnailURL
 * @param {() => void} options.onScroll called when what is on the screen may have changed
 */
export function createWall({ pages, thumbnailURL, onScroll }) {
  const content = h("div", { class: "wall-content" });
  const foot = h("div", { class: "wall-foot", hidden: true });
  const element = h("div", { class: "wall", role: "group", tabindex: "-1", "aria-label": "Photos here" }, content, foot);
  /** @type {Map<number, import("./tile.js").Tile>} */
  const tiles = new Map();
  /** @type {Map<string, import("./wall-section.js").WallSection>} */
  const sections = new Map();
  /** @type {Shelf | null} */
  let shelf = null;
  let layout = layOut([], 300);
  let isMarked = (/** @type {any} */ _feature) => false;
  let [width, height] = [0, 0];
  let focusPlace = 0;
  let isFocusWanted = false;
  let frame = 0;
  const scroller = createScroller(element, content, schedule);

  element.addEventListener("focusin", (event) => {
    const tile = tileOf(event.target);
    if (tile) setFocusPlace(tile.place);
  });
  new ResizeObserver(resized).observe(element);

  function tileOf(target) {
    return tiles.get(Number(target?.closest?.("[data-item]")?.dataset.item)) ?? null;
  }

  function resized() {
    const size = [element.clientWidth, element.clientHeight];
    if (size[0] === width && size[1] === height) return;
    const isWider = size[0] !== width;
    [width, height] = size;
    scroller.measure(layout.height, height);
    if (!shelf) showBlank();
    else if (isWider) reflow(layoutOf(shelf), topFor(shelf));
    else schedule();
  }

  /** Squares where photos will be, as long as nothing at all is known. */
  function showBlank() {
    layout = layOut([{ key: "blank", title: "", start: 0, count: 60, year: null }], width);
    scroller.measure(height, height);
    schedule();
  }

  function layoutOf(/** @type {Shelf} */ next) {
    const narrow = layOut(sectionsOf(next, layout.columns), width - SCRUBBER_WIDTH);
    if (next.kind === "days" && narrow.height > TALL * height) return layOut(sectionsOf(next, narrow.columns), width - SCRUBBER_WIDTH);
    const wide = layOut(narrow.sections, width);
    return layOut(sectionsOf(next, wide.columns), width);
  }

  /** Where to look in another shelf or another width, so that the reader stays where he is in time. */
  function topFor(/** @type {Shelf} */ next) {
    if (!shelf || scroller.top <= 0 || next.order !== shelf.order || (next.kind !== shelf.kind && shelf.kind !== "first")) return () => 0;
    const place = placeAt(layout, scroller.top);
    const above = positionOf(layout, place).y - scroller.top;
    const target = next.key === shelf.key ? place : samePlace(shelf, next, place);
    return (fresh) => positionOf(fresh, target).y - above;
  }

  function reflow(next, topIn) {
    layout = next;
    scroller.measure(layout.height, height);
    element.classList.toggle("has-scrubber", isTall());
    scroller.scrollTo(topIn(layout));
    render();
  }

  function isTall() {
    return shelf?.kind === "days" && layout.height > TALL * height;
  }

  function schedule() {
    frame ||= requestAnimationFrame(render);
  }

  function render() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (!width || !layout.sections.length) return clear();
    const from = scroller.top - AHEAD * height;
    const to = scroller.top + Math.max(LEAST_READY, (1 + AHEAD) * height);
    const parts = [];
    for (let number = sectionAt(layout, from); number <= sectionAt(layout, to); number += 1) {
      parts.push({ number, ...placesWithin(layout, number, from, to) });
    }
    drawSections(parts, from);
    drawTiles(parts);
    if (shelf) pages.want(shelf, wantedPages(parts));
    onScroll();
  }

  function drawSections(parts, from) {
    const leaving = new Set(sections.keys());
    for (const { number } of parts) {
      const { key } = layout.sections[number];
      leaving.delete(key);
      let section = sections.get(key);
      if (!section) {
        section = createWallSection();
        sections.set(key, section);
        content.append(section.element);
      }
      section.place(layout, number, from, scroller.offset);
    }
    for (const key of leaving) {
      // Its tiles may go on standing elsewhere.
      sections.get(key).element.remove();
      sections.delete(key);
    }
  }

  function drawTiles(parts) {
    const photos = parts.map(({ first, end }) => photosBetween(first, end));
    const staying = new Set(photos.flat().map(({ feature }) => feature.id));
    for (const [id, tile] of tiles) if (!staying.has(id)) drop(id, tile);
    const drawn = new Set();
    parts.forEach(({ number }, part) => {
      const section = sections.get(layout.sections[number].key);
      let next = section.list.firstChild;
      for (const { place, feature } of photos[part]) {
        // While the library changes, two pages may both have a photo.
        if (drawn.has(feature.id)) continue;
        drawn.add(feature.id);
        const tile = tiles.get(feature.id) ?? addTile(feature);
        if (tile.element === next) next = next.nextSibling;
        else section.list.insertBefore(tile.element, next);
        const { x, y } = section.positionOf(layout, place - layout.sections[number].start);
        placeTile(tile, { place, total: shelf.shown, x, y, size: layout.size });
        showTile(tile);
      }
    });
    setFocusPlace(focusPlace);
    if (isFocusWanted) focusTile();
  }

  function addTile(feature) {
    const tile = createTile(feature, thumbnailURL(feature.id, layout.size));
    tile.button.classList.toggle("is-pointed", isMarked(feature));
    tiles.set(feature.id, tile);
    return tile;
  }

  function drop(id, tile) {
    // The keyboard goes on from where it was.
    if (tile.button === document.activeElement) element.focus({ preventScroll: true });
    tiles.delete(id);
    removeTile(tile);
  }

  function clear() {
    for (const [id, tile] of tiles) drop(id, tile);
    for (const section of sections.values()) section.element.remove();
    sections.clear();
    onScroll();
  }

  function photosBetween(first, end) {
    const photos = [];
    for (let place = first; place < end; place += 1) {
      const feature = photoAt(place);
      if (feature) photos.push({ place, feature });
    }
    return photos;
  }

  function photoAt(place) {
    if (!shelf) return null;
    if (shelf.kind !== "days") return shelf.ranked[place] ?? null;
    const page = pageOf(shelf, place);
    return (page && pages.photos(shelf, page)?.[place - page.start]) ?? null;
  }

  /** Pages of what is seen come before those of what is only near. */
  function wantedPages(parts) {
    if (!parts.length || shelf.kind !== "days") return [];
    const seen = pagesBetween(shelf, placeAt(layout, scroller.top), placeAt(layout, scroller.top + height));
    const near = pagesBetween(shelf, parts[0].first, Math.max(0, parts.at(-1).end - 1));
    return [...new Set([...seen, ...near])];
  }

  function setFocusPlace(place) {
    focusPlace = Math.max(0, Math.min(place, (shelf?.shown ?? 1) - 1));
    const inView = [...tiles.values()].find((tile) => tile.place === focusPlace) ?? tiles.values().next().value;
    for (const tile of tiles.values()) {
      const index = tile === inView ? 0 : -1;
      if (tile.button.tabIndex !== index) tile.button.tabIndex = index;
    }
  }

  function focusTile() {
    const tile = [...tiles.values()].find((one) => one.place === focusPlace);
    if (tile) isFocusWanted = false;
    (tile?.button ?? element).focus({ preventScroll: true });
  }

  function reveal(place) {
    const { y } = positionOf(layout, place);
    if (y - HEADING < scroller.top) scroller.scrollTo(y - HEADING);
    else if (y + layout.size + FOOT > scroller.top + height) scroller.scrollTo(y + layout.size + FOOT - height);
  }

  return {
    element,
    foot,
    tileOf,
    photoAt,
    reveal,
    scrollTo: scroller.scrollTo,

    /** @returns {Shelf | null} */
    get shelf() {
      return shelf;
    },
    get layout() {
      return layout;
    },
    get focusPlace() {
      return focusPlace;
    },
    get view() {
      return { top: scroller.top, height, isTall: isTall() };
    },

    /**
     * Shows another shelf. Waits a moment for its first photos, so that tiles do not blink.
     *
     * @param {Shelf} next
     * @param {(needed: import("./shelf.js").Page[]) => Promise<void>} prepare
     */
    async show(next, prepare) {
      if (next.kind === "days" && next.pages.length && width) {
        const fresh = layoutOf(next);
        const at = topFor(next)(fresh);
        await prepare(pagesBetween(next, placeAt(fresh, at), placeAt(fresh, at + height)));
      }
      const topIn = topFor(next);
      if (shelf && next.key !== shelf.key) focusPlace = scroller.top > 0 ? samePlace(shelf, next, focusPlace) : 0;
      const fresh = layoutOf(next);
      shelf = next;
      reflow(fresh, topIn);
    },

    /** Draws anew what is on the screen, for when photos have come. */
    update: schedule,

    /** @param {(feature: any) => boolean} test says which tiles are to stand out */
    mark(test) {
      isMarked = test;
      for (const { button, feature } of tiles.values()) button.classList.toggle("is-pointed", test(feature));
    },

    /** Goes to a photo with the keyboard's focus. @param {number} place */
    focus(place) {
      setFocusPlace(place);
      reveal(focusPlace);
      isFocusWanted = true;
      render();
    },

    /** @param {number} id @returns {number | null} the place of a photo that is there */
    placeOfPhoto(id) {
      return tiles.get(id)?.place ?? null;
    },

    /** How many photos one screen has. */
    get screenful() {
      return Math.max(1, Math.floor(height / layout.step)) * layout.columns;
    },
    sectionNow: () => layout.sections[sectionAt(layout, scroller.top + HEADING / 2)] ?? null,
    sectionOfPlace: (place) => layout.sections[sectionOf(layout, place)],
  };
}
