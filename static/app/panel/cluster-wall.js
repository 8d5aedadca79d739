/**
 * The photos of a box, such as a cluster's, by day, as in the grid, with the list of years beside them.
 * @module
 */

import { createGridMessage } from "../grid/grid-message.js";
import { PageLoader } from "../grid/page-loader.js";
import { Scrubber } from "../grid/scrubber.js";
import { ShelfLoader } from "../grid/shelf-loader.js";
import { Walk } from "../grid/walk.js";
import { createWallKeys } from "../grid/wall-keys.js";
import { Wall } from "../grid/wall.js";
import { h } from "../ui/dom.js";

/**
 * @typedef {object} Wanted
 * @property {number[]} box
 * @property {import("../filters/filters.js").Filters} filters
 * @property {import("../order/order-choice.js").Order} order
 * @property {import("../map/map-address.js").Spot} [middle] from which distances are measured
 * @property {boolean} [isMoving] whether the reader drags the slider of a filter
 *
 * @typedef {ReturnType<typeof createClusterWall>} ClusterWall
 *
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {(shelf: import("../grid/shelf.js").Shelf) => void} options.onShelf called when the photos were counted
 * @param {(problem: string) => void} options.onProblem
 * @param {(id: number) => void} options.onOpen
 * @param {(id: number | null) => void} options.onPoint
 */
export function createClusterWall({ api, onShelf, onProblem, onOpen, onPoint }) {
  const pages = new PageLoader({
    ask: (shelf, page, signal) => api.gridPage(shelf.box, shelf.filters, shelf.order, page.ask, signal),
    onPage: () => wall.update(),
    onChanged: refreshOnce,
  });
  /** @type {Wall} */
  const wall = new Wall({ pages, thumbnailURL: api.thumbnailURL, onScroll: () => scrubber.update() });
  /** @type {Scrubber} */
  const scrubber = new Scrubber({ wall });
  const walk = new Walk({ wall, pages, everywhere: async () => wall.shelf });
  // It is only used for problems, which need none of these.
  const message = createGridMessage({ wall, onRetry: () => shelves.retry(), actions: { sort() {}, showAll() {}, clearFilters() {} } });
  const element = h("div", { class: "wall-frame" }, wall.element, scrubber.element, message.element);
  /** @type {ShelfLoader} */
  const shelves = new ShelfLoader({
    api,
    async onShelf(shelf, _, isWanted) {
      message.hide();
      await wall.show(shelf, async (needed) => void (await Promise.allSettled(needed.map((page) => pages.fetch(shelf, page)))), isWanted);
      if (isWanted()) onShelf(shelf);
    },
    onError(error, hasFirst) {
      if (hasFirst) message.showPartly(error.message);
      else message.showProblem(error.message);
      onProblem(error.message);
    },
    onLoading: (isLoading) => element.setAttribute("aria-busy", String(isLoading)),
  });
  /** The shelf that was reloaded because the library changed. Each shelf is reloaded once. */
  let refreshed = "";

  createWallKeys(wall);
  listenToTiles(wall, { onOpen, onPoint });

  function refresh() {
    pages.clear();
    shelves.refresh();
  }

  /** @param {import("../grid/shelf.js").Shelf} shelf */
  function refreshOnce({ key }) {
    if (refreshed === key) return;
    refreshed = key;
    refresh();
  }

  return {
    element,
    refresh,

    /** @param {Wanted} wanted */
    show: ({ middle = { lat: 0, lon: 0 }, isMoving = false, ...wanted }) => shelves.show({ ...wanted, middle, isMoving }),

    retry: () => message.hasProblem && shelves.retry(),

    /** @returns {import("../grid/shelf.js").Shelf | null} */
    get shelf() {
      return wall.shelf;
    },

    /** @param {number} index @returns {any | null} a photo that is loaded */
    photoAt: (index) => wall.photoAt(index),

    /** @param {number} id @returns {any | null} a photo that is loaded */
    photo: (id) => wall.shelf?.ranked.find((one) => one.id === id) ?? pages.find(id) ?? null,

    /**
     * Focuses a photo, and scrolls to it.
     *
     * @param {number} id
     * @returns {boolean} whether it is on the wall
     */
    focus(id) {
      const index = walk.indexHere(id) ?? wall.indexOfPhoto(id);
      if (index !== null) wall.focus(index);
      return index !== null;
    },

    /** @param {number} id @param {import("../api/photos.js").Photo} [feature] */
    async around(id, feature) {
      const [around, ends] = await Promise.all([walk.around(id, feature), walk.ends()]);
      return around && { ...around, ...ends };
    },

    /** @param {number} id @param {-1 | 1} direction @param {import("../api/photos.js").Photo} [feature] */
    neighbour: (id, direction, feature) => walk.neighbour(id, direction, feature),

    /** @type {import("../choosing/lists.js").ListOfPhotos["between"]} */
    between: (one, other, most) => walk.between(one, other, most),

    /** @param {number} id @param {import("../api/photos.js").Photo} [feature] */
    near: (id, feature) => walk.near(id, feature),
  };
}

/** @param {Wall} wall @param {{onOpen: (id: number) => void, onPoint: (id: number | null) => void}} listeners */
function listenToTiles(wall, { onOpen, onPoint }) {
  const idOf = (/** @type {Event} */ { target }) => wall.tileOf(target)?.feature.id ?? null;
  wall.element.addEventListener("click", (event) => {
    const id = idOf(event);
    if (id !== null) onOpen(id);
  });
  for (const type of ["pointerover", "focusin"]) wall.element.addEventListener(type, (event) => onPoint(idOf(event)));
  for (const type of ["pointerleave", "focusout"]) wall.element.addEventListener(type, () => onPoint(null));
}
