/** @module */

import { set } from "../core/store.js";
import { byId } from "../ui/dom.js";
import { FILTERS, FILTERS_ADDRESS, allowedFilters, sameFilters } from "./filters.js";
import { FiltersPanel } from "./filters-panel.js";
import { createMatches } from "./matches.js";
import { createNoMatch } from "./no-match.js";

/**
 * @typedef {object} FiltersService
 * @property {import("./filters.js").Narrow} filter
 */

/**
 * Filters of the photos, which all parts of the page use.
 *
 * @type {import("../features.js").Feature<"filters">}
 */
export const feature = {
  name: "filters",
  state: [FILTERS],
  address: [FILTERS_ADDRESS],
  withoutMap: true,

  /** @returns {import("../features.js").Service<"filters">} */
  start(page) {
    const { store, api, navigation } = page;
    createMatches(store, api);

    /** @type {import("./filters.js").Narrow} */
    function filter(changes, how) {
      const { filters } = navigation.route;
      // A span that is chosen takes the place of the open day. Without a span, nothing is compared.
      navigation.change({ filters: sameFilters(filters, { ...filters, ...changes }), ...(changes.time && { day: null }), ...(changes.time === "" && { compare: "" }) }, how);
    }

    /** @param {import("../features.js").Route} route */
    function follow(route) {
      const filters = sameFilters(store.state.filters, allowedFilters(store.state, route.filters));
      if (filters !== store.state.filters) store.change(set({ filters }));
    }

    if (!page.mapView) return { filter, follow };
    const panel = new FiltersPanel({ store, api, filter, edit: (words, others) => page.search.edit(words, others), draw: () => page.draw.start(), openNames: (list) => page.names.open(list) });
    byId("map").after(createNoMatch({ store, filter, fit: (box) => page.map.fit(box) }).element);
    return { filter, follow, refresh: () => panel.refresh() };
  },
};
