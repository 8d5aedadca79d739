/** @module */

import { set } from "../core/store.js";
import { STRIP_ASIDE } from "../grid/walk.js";
import { loadedList, neighbours } from "../panel/photo-state.js";
import { Viewer } from "./viewer.js";
import { TEXTS } from "../core/texts.js";

export const VIEWER = {
  /** Whether the open photo fills the window. */
  viewer: false,
};

/** @type {import("../core/address.js").AddressPart} */
const VIEWER_ADDRESS = {
  fields: { full: false },
  isOpening: true,
  read: (fields) => ({ full: fields.get("full") === "1" }),
  write: ({ full }) => (full ? ["full=1"] : []),
  // The list of files that are not on the map takes the place of the panel, so their photos open in the viewer.
  settle: (route) => ({ ...route, full: route.photo !== null && (route.full || route.unplaced !== null) }),
  /** After the viewer is closed, the photo that it showed last stays open. */
  keep: (next, left) => (left.full && !next.full && left.photo !== null && next.photo !== null ? { ...next, photo: left.photo } : next),
};

/**
 * @typedef {object} ViewerService
 * @property {(id?: number) => void} open opens the viewer for the open photo, or for a given one
 * @property {(then?: () => void) => void} close `then` runs once it is closed
 */

/**
 * The open photo in the whole window.
 *
 * @type {import("../features.js").Feature<"viewer">}
 */
export const feature = {
  name: "viewer",
  state: [VIEWER],
  address: [VIEWER_ADDRESS],
  withoutMap: true,
  keys: [{
    group: TEXTS.photo,
    rows: [
      [["F"], TEXTS.toggleFullView],
      [["←", "→"], TEXTS.previousNextPhoto],
      [["Home", "End"], TEXTS.firstLastOfList],
      [["+", "−", "Z"], TEXTS.zoomInOutFit],
      [["I"], TEXTS.showDetails],
      [["Space"], TEXTS.playPauseVideo],
    ],
    run: { f: ({ store, viewer }) => store.state.photo && viewer.open() },
  }],

  /** @returns {import("../features.js").Service<"viewer">} */
  start(page) {
    const { store, api, navigation } = page;
    const show = (id) => id !== null && page.panel.openPhoto(id);
    new Viewer({
      store, api,
      smallMap: {
        style: () => (page.mapView ? page.baseMap.groundStyle({ theme: "dark" }) : null),
        hasStreets: (spot) => page.street?.isThere(spot) ?? false,
        onMaps: (listener) => store.watch((state) => state.street, listener),
        credits: () => page.street?.credits() ?? [],
      },
      actions: {
        step: (direction) => show(neighbour(direction)),
        canStep: (direction) => neighbour(direction) !== null,
        jump: (end) => show(neighbours(store.state)[end]),
        open: show,
        near: (id) => photosNear(page, id),
        around: () => [neighbour(1), neighbour(-1)].filter((id) => id !== null),
        close,
        listNear: (photo) => page.panel.listNear(photo),
        wordsPlace: () => page.words.place(page.panel.filterBy),
        againPlace: () => page.sight.place(),
        compare: () => page.sight.compare(),
        marks: () => page.words.marks(),
        write: (key) => page.words.press(key),
        added: page.photoActions,
        ...(page.mapView && {
          showOnMap: (photo) => close(() => page.map.showOnMap(photo)),
          showDay: (day) => close(() => page.day.open(day)),
          showToAll: (id) => page.together.show(id),
        }),
      },
      onClosed: (id) => (store.state.unplaced ? page.unplaced.focus(id) : page.panel.focusPicture()),
    });

    function neighbour(direction) {
      const { previous, next } = neighbours(store.state);
      return direction < 0 ? previous : next;
    }

    /** @param {() => void} [then] runs once it is closed */
    function close(then) {
      const { unplaced, photo } = navigation.route;
      navigation.stepBack({ full: false, photo: unplaced === null ? photo : null }, then);
    }

    return {
      close,

      open(id = navigation.route.photo) {
        if (id !== null && !navigation.route.full) navigation.go({ photo: id, full: true }, "push");
      },

      follow({ full }) {
        if (store.state.viewer !== full) store.change(set({ viewer: full }));
      },
    };
  },
};

/**
 * The photos for the film strip: those of the open list, of the second list of a comparison, or of the grid.
 *
 * @param {import("../features.js").Page} page @param {number} id
 */
async function photosNear({ store, grid, panel, compare }, id) {
  const photos = loadedList(store.state)?.photos;
  if (!photos) return (store.state.list ? panel : store.state.isOfSecond ? compare : grid)?.near(id) ?? { first: 1, photos: [] };
  const at = photos.findIndex((one) => one.id === id);
  const first = Math.max(0, at - STRIP_ASIDE);
  return { first: first + 1, photos: at < 0 ? [] : photos.slice(first, at + STRIP_ASIDE + 1) };
}
