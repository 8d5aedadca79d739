/**
 * The photos that the map shows, as a wall beside it; on a phone, on a sheet over its lower part.
 * @module
 */

import { isFiltered } from "../filters/filters.js";
import { set } from "../core/store.js";
import { byId, isNarrow, onNarrow } from "../ui/dom.js";
import { boxOf, holds, middleOf } from "../core/box.js";
import { createGridHeader } from "./grid-header.js";
import { createGridMessage } from "./grid-message.js";
import { createPageLoader } from "./page-loader.js";
import { createScrubber } from "./scrubber.js";
import { createShelfLoader } from "./shelf-loader.js";
import { createWalk } from "./walk.js";
import { createWallKeys } from "./wall-keys.js";
import { createWall } from "./wall.js";

/** The first photos of a new shelf are waited for as long as this before blank squares are shown. */
const PATIENCE_MS = 500;

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {object} options.actions
 * @param {(id: number) => void} options.actions.openPhoto
 * @param {(id: number | null) => void} options.actions.point
 * @param {(order: import("../order/order-choice.js").Order) => void} options.actions.sort
 * @param {() => void} options.actions.showAll
 * @param {() => void} options.actions.clearFilters
 * @param {() => void} options.actions.moved the grid covers another part of the map than before
 */
export function createGrid({ store, api, actions }) {
  const element = byId("grid");
  const pages = createPageLoader({
    ask: (shelf, page, signal) => api.gridPage(shelf.box, shelf.filters, shelf.order, page.ask, signal),
    onPage: () => wall.update(),
    onChanged: refreshOnce,
  });
  const wall = createWall({ pages, thumbnailURL: api.thumbnailURL, onScroll: () => scrubber.update() });
  const scrubber = createScrubber({ wall });
  const walk = createWalk({ wall, pages, everywhere: () => shelves.everywhere(store.state) });
  const shelves = createShelfLoader({
    api,
    onShelf: show,
    onError(error, hasFirst) {
      if (hasFirst) return message.showPartly(error.message);
      header.showTotal(null);
      message.showProblem(error.message);
    },
    onLoading: (isLoading) => element.setAttribute("aria-busy", String(isLoading)),
  });
  const header = createGridHeader({ element, store, actions, onToggle: actions.moved });
  const message = createGridMessage({ wall, onRetry: shelves.retry, actions });
  const frame = document.createElement("div");
  frame.className = "wall-frame";
  frame.append(wall.element, scrubber.element, message.element);
  element.append(header.element, frame);
  createWallKeys(wall);
  hearTiles();

  /** The map came to rest. What is open in the grid's place was chosen from what it showed. */
  function rest() {
    if (wall.shelf && isCovered()) return;
    ask();
  }

  function isCovered() {
    return Boolean(store.state.list || store.state.photo);
  }

  function ask() {
    const { shown: view, filters, order } = store.state;
    if (!view || !header.isShown()) return;
    shelves.show({ box: boxOf(view), middle: middleOf(view), filters, order });
  }

  async function show(shelf, next) {
    message.hide();
    await wall.show(shelf, (needed) => inTime(Promise.all(needed.map((page) => pages.fetch(shelf, page)))));
    header.showTotal(shelf.total);
    message.showRest(shelf, isFiltered(next.filters));
    store.change(set({ here: { box: next.box, filters: next.filters, total: shelf.total } }));
    findOpenPhoto();
  }

  /** The library changed while the reader looked: counts and photos are asked for anew, once for a shelf. */
  let refreshed = null;
  function refreshOnce(shelf) {
    if (refreshed === shelf.key) return;
    refreshed = shelf.key;
    refresh();
  }

  function refresh() {
    pages.clear();
    shelves.refresh();
  }

  /** Finds out between which photos of the grid the open one stands. */
  async function findOpenPhoto() {
    const { photo, list } = store.state;
    // What the grid is about to show comes first.
    if (!photo || list || (!wall.shelf && header.isShown())) return;
    try {
      const around = await walk.around(photo.id, photo.feature);
      if (store.state.photo?.id !== photo.id) return;
      store.change(set({ around }));
      const place = walk.placeHere(photo.id);
      if (place !== null) wall.reveal(place);
    } catch {
      // Without an answer there is no way on from here; opening another photo asks again.
    }
  }

  function hearTiles() {
    const { element: holder } = wall;
    holder.addEventListener("click", (event) => {
      const tile = wall.tileOf(event.target);
      if (tile) actions.openPhoto(tile.feature.id);
    });
    for (const type of ["pointerover", "focusin"]) {
      holder.addEventListener(type, (event) => actions.point(wall.tileOf(event.target)?.feature.id ?? null));
    }
    for (const type of ["pointerleave", "focusout"]) holder.addEventListener(type, () => actions.point(null));
  }

  store.watch((state) => state.shown, rest);
  store.watch((state) => state.filters, ask);
  store.watch((state) => state.order, ask);
  store.watch((state) => state.library, ({ status, total }) => header.setLibrary(status === "ready" && total > 0));
  store.watch((state) => Boolean(state.list || state.photo), (covered) => {
    element.inert = covered;
    if (!covered) ask();
  });
  store.watch((state) => state.photo?.feature ?? state.photo?.id ?? null, findOpenPhoto);
  // Once the map has an answer again, so may the grid.
  store.watch((state) => state.pins, () => message.hasProblem && shelves.retry());
  store.watch((state) => state.pointedPin, (pin) => wall.mark(testFor(pin)));
  onNarrow(() => {
    header.apply();
    actions.moved();
  });

  return {
    refresh,
    neighbour: (id, direction) => walk.neighbour(id, direction, store.state.photo?.feature),

    near: (id) => walk.near(id, store.state.photo?.feature),

    /** The photo's place and the like, once the grid has it. @param {number} id @returns {any | null} */
    photo: (id) => wall.shelf?.ranked.find((one) => one.id === id) ?? pages.find(id) ?? null,

    /** Puts the focus on a photo. @param {number} id @returns {boolean} whether the grid shows it */
    focusPhoto(id) {
      const place = header.isShown() ? wall.placeOfPhoto(id) : null;
      if (place !== null) wall.focus(place);
      return place !== null;
    },

    /** How much of the map's lower edge the sheet covers. @returns {number} */
    covered: () => header.covered(),

    /** @returns {boolean} whether the grid takes all of a phone's screen */
    isFull: () => isNarrow() && header.sheet.at === 2,
  };
}

/** Which photos stand out while a pin or cluster is pointed at. */
function testFor(pin) {
  if (!pin) return () => false;
  if (!pin.properties.cluster) return (feature) => feature.id === pin.id;
  return (feature) => holds(pin.properties.bbox, feature.geometry.coordinates);
}

function inTime(promise) {
  return Promise.race([promise.catch(() => {}), new Promise((done) => setTimeout(done, PATIENCE_MS))]);
}

/** @typedef {ReturnType<typeof createGrid>} Grid */
