/** @module */

import { set } from "../core/store.js";
import { sameFilters } from "../filters/filters.js";
import { EMPTY } from "../map/map-layers.js";
import { DAY_ADDRESS, filtersOfDay } from "./day-filters.js";
import { DAY as DAY_SOURCE, DAY_PART, OTHERS, dayFeatures, photoTiles } from "./day-layers.js";
import { createDayLoader } from "./day-loader.js";
import { STOP_METRES, boxOfDay } from "./way.js";

const DAY_MAX_ZOOM = 16;
/** Stops nearer to each other than this on the screen are one, so that no number hides another. */
const STOP_PX = 26;
const EQUATOR_METRES = 40_075_017;
const TILE_PX = 512;

export const DAY = {
  /** The day that is open. */
  day: /** @type {import("./day.js").Day | null} */ (null),
};

/**
 * @typedef {object} DayService
 * @property {(date: string) => void} open shows a day and moves the map there
 * @property {(date: string) => void} step replaces the open day by a neighbour
 * @property {() => void} retry
 */

/**
 * A day: its photos on the map and in the list, in the order of time, and the way through them.
 *
 * @type {import("../features.js").Feature<"day">}
 */
export const feature = {
  name: "day",
  state: [DAY],
  address: [DAY_ADDRESS],
  mapParts: [DAY_PART],
  withoutMap: true,

  /** @returns {import("../features.js").Service<"day">} */
  start(page) {
    const { store, api, navigation, mapView } = page;
    const loader = createDayLoader(store, api);
    if (mapView) drawDay(page);

    return {
      open: (date) => navigation.leap(() => true, { day: date }, { isPlaced: false }),
      step: (date) => navigation.open({ day: date }, { isPlaced: false }, "replace"),
      retry: () => store.state.day && loader.loadPhotos(store.state.day),

      follow(route, { isPlaced, isMoving }) {
        const { day: before } = store.state;
        if (!route.day) return void (before && store.change(set({ day: null })));
        const isSame = before?.date === route.day;
        const filters = filtersOfDay(route.filters, route.day);
        if (isSame && (isMoving || sameFilters(before.filters, filters) === before.filters)) return;
        // If the address has a map position, the map stays there. Otherwise it moves to the day.
        const day = /** @type {import("./day.js").Day} */ ({
          date: route.day, filters, status: "loading", photos: [], total: null, problem: "", fits: !isSame && !isPlaced,
          previous: null, next: null, recordings: [],
        });
        store.change(set({ day }));
        loader.load(day, route.filters);
      },

      refresh: () => store.state.day && loader.load(store.state.day, store.state.filters),
    };
  },
};

/** @param {import("../features.js").Page} page */
function drawDay({ store, mapView }) {
  function reach() {
    const { zoom, lat } = mapView.position();
    const metresPerPixel = (EQUATOR_METRES * Math.cos((lat * Math.PI) / 180)) / TILE_PX / 2 ** zoom;
    return Math.max(STOP_METRES, STOP_PX * metresPerPixel);
  }

  function draw() {
    const { day } = store.state;
    mapView.setData(DAY_SOURCE, day ? dayFeatures(day, reach()) : EMPTY);
  }

  store.watch((state) => state.day?.photos ?? null, draw);
  store.watch((state) => state.day?.recordings ?? null, draw);
  store.watch((state) => state.shown, () => store.state.day && draw());
  store.watch((state) => state.filters, (filters) => mapView.setTiles(OTHERS, [photoTiles(document.baseURI, filters)]));
  store.watch((state) => (state.day?.status === "ready" && state.day.fits ? state.day.photos : null), (photos) => {
    const box = photos && boxOfDay(photos);
    if (box) mapView.fit(box, { maxZoom: DAY_MAX_ZOOM });
  });
}
