/** @module */

import { may } from "../core/store.js";
import { NO_FILTERS } from "../filters/filters.js";
import { Grid } from "./grid.js";

export const GRID = {
  /** The number of photos in a box that match filters, as the grid has counted them. */
  countInGrid: /** @type {{box: number[], filters: import("../filters/filters.js").Filters, total: number} | null} */ (null),
};

/**
 * The photos in view, as a grid beside the map.
 *
 * @type {import("../features.js").Feature<"grid">}
 */
export const feature = {
  name: "grid",
  state: [GRID],

  /** @returns {import("../features.js").Service<"grid">} */
  start(page) {
    const grid = new Grid({
      store: page.store, api: page.api,
      actions: {
        openPhoto(id) {
          page.panel.fromGrid();
          page.panel.openPhoto(id);
        },
        point: page.map.point,
        sort: (order) => page.order.sort(order),
        choose: () => page.choosing.toggleMode(),
        canChoose: () => may(page.store.state, "place") && !page.store.state.refusesPlacing,
        showAll: () => page.map.fitAll(),
        clearFilters: () => page.filters.filter(NO_FILTERS),
        moved: page.room.changed,
      },
    });
    page.room.cover("grid", () => grid.covered());
    return grid;
  },
};
