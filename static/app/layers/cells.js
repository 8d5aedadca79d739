/**
 * What heat and points are drawn from: the photos of the view, in cells so fine that they are not seen as such. A marker
 * stands for one cell; here it has 64.
 * @module
 */

import { ViewportLoader } from "../map/viewport-loader.js";

/** How many zooms finer than those of pins the cells are: 11 to 23 pixels wide. */
const FINER = 3;

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {(features: import("../api/photos.js").Pin[], zoom: number) => void} options.onCells called with the cells and their zoom
 */
export function createCells({ store, api, onCells }) {
  const loader = new ViewportLoader({
    ask: ({ bbox, zoom }, filters, signal) => api.parts({ bbox, zoom: zoom + FINER }, filters, signal),
    onAnswer: ({ features, request }) => isWanted(store.state) && onCells(features, request.zoom + FINER),
    // The pins, which are requested too, report the problem.
    onError: () => {},
    onBusy: () => {},
  });

  /** @param {boolean} isAtRest */
  function follow(isAtRest) {
    const { view } = store.state;
    if (view && isWanted(store.state)) loader.moveTo(view, isAtRest);
  }

  store.watch((state) => (isWanted(state) ? state.filters : null), (filters) => filters && loader.filter(filters));
  store.watch((state) => state.view, () => follow(false));
  store.watch((state) => (isWanted(state) ? state.shown : null), () => follow(true));
  store.watch(isWanted, (wanted) => wanted || onCells([], 0));

  return {
    /** The library may have changed. */
    refresh: () => loader.refresh(),
  };
}

/** @param {import("../core/store.js").State} state */
const isWanted = ({ look }) => look.layer !== "pins";
