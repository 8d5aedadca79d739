/**
 * The photos in view, as a grid beside the map; on a phone, on a sheet over its lower part.
 * @module
 */

import { isFiltered } from "../filters/filters.js";
import { set } from "../core/store.js";
import { byId, isNarrow, onNarrow } from "../ui/dom.js";
import { boxContains, boxOf, middleOf } from "../core/box.js";
import { createGridHeader } from "./grid-header.js";
import { createGridMessage } from "./grid-message.js";
import { PageLoader } from "./page-loader.js";
import { Scrubber } from "./scrubber.js";
import { ShelfLoader } from "./shelf-loader.js";
import { Walk } from "./walk.js";
import { createWallKeys } from "./wall-keys.js";
import { Wall } from "./wall.js";

/** How long the first photos of a new shelf may take before blank squares are shown. */
const PATIENCE_MS = 500;
const NO_ANSWER = 0;
const RETRY_MS = 4000;

export class Grid {
  #store;
  #actions;
  /** @type {PageLoader} */
  #pages;
  /** @type {Wall} */
  #wall;
  #walk;
  #shelves;
  #header;
  #message;
  #retryTimer = 0;
  /** The shelf that was reloaded because the library changed. Each shelf is reloaded once. */
  #refreshed = null;

  /**
   * @param {object} options
   * @param {import("../core/store.js").Store} options.store
   * @param {import("../api.js").Api} options.api
   * @param {object} options.actions
   * @param {(id: number) => void} options.actions.openPhoto
   * @param {(id: number | null) => void} options.actions.point
   * @param {(order: import("../order/order-choice.js").Order) => void} options.actions.sort
   * @param {() => void} options.actions.choose begins choosing photos, or ends it
   * @param {() => boolean} options.actions.canChoose
   * @param {() => void} options.actions.showAll
   * @param {() => void} options.actions.clearFilters
   * @param {() => void} options.actions.moved called when the grid covers another part of the map than before
   */
  constructor({ store, api, actions }) {
    this.#store = store;
    this.#actions = actions;
    const element = byId("grid");
    this.#pages = new PageLoader({
      ask: (shelf, page, signal) => api.gridPage(shelf.box, shelf.filters, shelf.order, page.ask, signal),
      onPage: () => this.#wall.update(),
      onChanged: this.#refreshOnce,
    });
    this.#wall = new Wall({ pages: this.#pages, thumbnailURL: api.thumbnailURL, onScroll: () => scrubber.update() });
    /** @type {Scrubber} */
    const scrubber = new Scrubber({ wall: this.#wall });
    this.#walk = new Walk({ wall: this.#wall, pages: this.#pages, everywhere: () => this.#shelves.everywhere(this.#store.state) });
    this.#shelves = new ShelfLoader({
      api,
      onShelf: this.#show,
      onError: (error, hasFirst) => {
        if (hasFirst) return this.#message.showPartly(error.message);
        this.#header.showTotal(null);
        this.#message.showProblem(error.message);
        if (error.status === NO_ANSWER) this.#retryLater();
      },
      onLoading: (isLoading) => element.setAttribute("aria-busy", String(isLoading)),
    });
    this.#header = createGridHeader({ element, store: this.#store, actions: this.#actions, onToggle: this.#actions.moved });
    this.#message = createGridMessage({ wall: this.#wall, onRetry: () => this.#shelves.retry(), actions: this.#actions });
    const frame = document.createElement("div");
    frame.className = "wall-frame";
    frame.append(this.#wall.element, scrubber.element, this.#message.element);
    element.append(this.#header.element, frame);
    createWallKeys(this.#wall);
    this.#listenToTiles();
    this.#store.watch((state) => state.shown, this.#rest);
    this.#store.watch((state) => state.filters, this.#ask);
    this.#store.watch((state) => state.order, this.#ask);
    this.#store.watch((state) => state.library, ({ status, total }) => this.#header.setLibrary(status === "ready" && total > 0));
    this.#store.watch(isCovered, (covered) => !covered && this.#ask());
    // Nothing else makes the grid inert, because the last to do so would win.
    this.#store.watch((state) => isCovered(state) || isAiming(state), (inert) => (element.inert = inert));
    this.#store.watch((state) => state.photo?.feature ?? state.photo?.id ?? null, this.#findOpenPhoto);
    // If the map has an answer again, the server is back, so the grid retries.
    this.#store.watch((state) => state.pins, () => this.#message.hasProblem && this.#shelves.retry());
    this.#store.watch((state) => state.pointedPin, (pin) => this.#wall.mark(testFor(pin)));
    onNarrow(() => {
      this.#header.apply();
      this.#actions.moved();
    });
  }

  /** Runs when the map comes to rest. While something is open in the grid's place, the grid keeps its photos. */
  #rest = () => {
    if (this.#wall.shelf && isCovered(this.#store.state)) return;
    this.#ask();
  };

  /** The map does not request pins that it has, so only the grid notices that the server is back. */
  #retryLater() {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#message.hasProblem && this.#shelves.retry(), RETRY_MS);
  }

  #ask = () => {
    const { shown: view, filters, order, time } = this.#store.state;
    if (!view || !this.#header.isShown()) return;
    this.#shelves.show({ box: boxOf(view), middle: middleOf(view), filters, order, isMoving: time.isMoving });
  };

  /** @param {import("./shelf.js").Shelf} shelf */
  #show = async (shelf, next, isWanted) => {
    this.#message.hide();
    await this.#wall.show(shelf, (needed) => inTime(Promise.all(needed.map((page) => this.#pages.fetch(shelf, page)))), isWanted);
    if (!isWanted()) return;
    this.#header.showTotal(shelf.total);
    this.#message.showRest(shelf, isFiltered(next.filters));
    this.#store.change(set({ countInGrid: { box: next.box, filters: next.filters, total: shelf.total } }));
    this.#findOpenPhoto();
  };

  #refreshOnce = (shelf) => {
    if (this.#refreshed === shelf.key) return;
    this.#refreshed = shelf.key;
    this.refresh();
  };

  refresh() {
    this.#pages.clear();
    this.#shelves.refresh();
  }

  /** Finds the neighbours of the open photo in the grid. */
  #findOpenPhoto = async () => {
    const { photo, list, isOfSecond } = this.#store.state;
    // The photos that the grid is about to show are loaded first.
    if (!photo || list || isOfSecond || (!this.#wall.shelf && this.#header.isShown())) return;
    try {
      const around = await this.#walk.around(photo.id, photo.feature);
      if (this.#store.state.photo?.id !== photo.id) return;
      this.#store.change(set({ around }));
      const index = this.#walk.indexHere(photo.id);
      if (index !== null) this.#wall.reveal(index);
    } catch {
      // If the request fails, there are no neighbours. Opening another photo retries.
    }
  };

  #listenToTiles() {
    const { element: holder } = this.#wall;
    holder.addEventListener("click", (event) => {
      const tile = this.#wall.tileOf(event.target);
      if (tile) this.#actions.openPhoto(tile.feature.id);
    });
    for (const type of ["pointerover", "focusin"]) {
      holder.addEventListener(type, (event) => this.#actions.point(this.#wall.tileOf(event.target)?.feature.id ?? null));
    }
    for (const type of ["pointerleave", "focusout"]) holder.addEventListener(type, () => this.#actions.point(null));
  }

  neighbour(id, direction) {
    return this.#walk.neighbour(id, direction, this.#store.state.photo?.feature);
  }

  /** @type {import("../choosing/lists.js").ListOfPhotos["between"]} */
  between(one, other, most) {
    return this.#walk.between(one, other, most);
  }

  near(id) {
    return this.#walk.near(id, this.#store.state.photo?.feature);
  }

  /**
   * The properties of a photo that the grid has loaded.
   *
   * @param {number} id @returns {any | null}
   */
  photo(id) {
    return this.#wall.shelf?.ranked.find((one) => one.id === id) ?? this.#pages.find(id) ?? null;
  }

  /**
   * Focuses a photo.
   *
   * @param {number} id @returns {boolean} whether the grid shows it
   */
  focusPhoto(id) {
    const index = this.#header.isShown() ? this.#wall.indexOfPhoto(id) : null;
    if (index !== null) this.#wall.focus(index);
    return index !== null;
  }

  /**
   * How much of the map's lower edge the sheet covers.
   *
   * @returns {number}
   */
  covered() {
    return this.#header.covered();
  }

  /** Lowers a sheet that covers the whole screen of a phone. */
  lower() {
    if (this.isFull()) this.#header.sheet.moveTo(1);
  }

  /** @returns {boolean} whether the grid covers the whole screen of a phone */
  isFull() {
    return isNarrow() && this.#header.isShown() && this.#header.sheet.isFull;
  }
}

/**
 * Whether something is open in the grid's place.
 *
 * @param {import("../core/store.js").State} state
 */
export const isCovered = ({ list, photo }) => Boolean(list || photo);

/**
 * Whether the reader chooses a place on the map, over which the grid is lowered.
 *
 * @param {import("../core/store.js").State} state
 */
export const isAiming = ({ placing }) => Boolean(placing && !placing.isDragged);

/**
 * Which photos are highlighted while the pointer is over a pin or cluster.
 *
 * @param {import("../api/photos.js").Pin} pin
 */
function testFor(pin) {
  if (!pin) return () => false;
  if (!pin.properties.cluster) return (/** @type {import("../api/photos.js").Photo} */ feature) => feature.id === pin.id;
  return (/** @type {import("../api/photos.js").Photo} */ feature) => boxContains(pin.properties.bbox, feature.geometry.coordinates);
}

function inTime(promise) {
  return Promise.race([promise.catch(() => {}), new Promise((done) => setTimeout(done, PATIENCE_MS))]);
}

