/** @module */

import { createLatest } from "../core/latest.js";
import { withoutAreas } from "../areas/areas-state.js";
import { may, set } from "../core/store.js";
import { filterKey } from "../filters/filters.js";
import { createVisitedLegend } from "./visited-legend.js";
import { VISITED_LAYERS, VISITED_PART } from "./visited-layers.js";

const NOTHING = Object.freeze({ status: "loading", counts: {}, areas: {}, problem: "" });

export const VISITED = {
  /**
   * The countries with photos that match the filters except areas, and their counts by code.
   *
   * @type {{status: "loading" | "ready" | "failed", counts: Record<string, number>, areas: Record<string, import("../api/places.js").Area>, problem: string}}
   */
  visited: NOTHING,
};

/**
 * Colours the countries with photos.
 *
 * @type {import("../features.js").Feature<"visited">}
 */
export const feature = {
  name: "visited",
  state: [VISITED],
  mapParts: [VISITED_PART],

  /** @returns {import("../features.js").Service<"visited">} */
  start(page) {
    const { store, api, navigation } = page;
    const latest = createLatest();

    createVisitedLegend({ store, onClose: () => navigation.change({ look: { ...navigation.route.look, visited: false } }) });
    store.watch((state) => (state.look.visited ? filterKey(withoutAreas(state.filters)) : null), (key) => key !== null && load());

    /** No one has been to what lies below an aeroplane; only owners learn which photos are from one. */
    function filters() {
      const chosen = withoutAreas(store.state.filters);
      return may(store.state, "doubts") ? { ...chosen, flight: chosen.flight || "false" } : chosen;
    }

    function load() {
      latest.load((signal) => api.areasIn("", filters(), signal), ({ places }) => {
        const counts = Object.fromEntries(places.map(({ id, count }) => [id, count]));
        store.change(set({ visited: { status: "ready", counts, areas: Object.fromEntries(places.map((area) => [area.id, area])), problem: "" } }));
      }, (error) => store.change(set({ visited: { ...NOTHING, status: "failed", problem: error.message } })));
    }

    return {
      refresh: () => store.state.look.visited && load(),

      /** Filters by the country that was clicked. */
      take(kind, drawn) {
        if (kind !== "drawn" || !VISITED_LAYERS.includes(drawn.layer.id)) return false;
        const area = store.state.visited.areas[drawn.properties.code];
        if (area) page.areas.choose(area);
        return true;
      },
    };
  },
};
