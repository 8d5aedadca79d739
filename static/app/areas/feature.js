/** @module */

import { setWithin } from "../core/store.js";
import { NO_FILTERS, filterKey } from "../filters/filters.js";
import { AREAS, AREAS_ADDRESS, onlyIn, openedIn, textOf, turned, withoutAreas } from "./areas-state.js";
import { createAreasButton } from "./areas-button.js";
import { createAreasLoader } from "./areas-loader.js";
import { AreasView } from "./areas-view.js";

/** A box wider than this may be the long way around the Earth. */
const HALF_WORLD = 180;
const MAX_ZOOM = 12;

/**
 * @typedef {object} AreasService
 * @property {(how?: "push" | "replace") => void} open shows the tree, with the areas that were open last
 * @property {(area: import("../api/places.js").Area) => void} choose filters by an area and moves the map there
 */

/**
 * The countries, regions and places of the photos, as a tree.
 *
 * @type {import("../features.js").Feature<"areas">}
 */
export const feature = {
  name: "areas",
  state: [AREAS],
  address: [AREAS_ADDRESS],

  /** @returns {import("../features.js").Service<"areas">} */
  start(page) {
    const { store, api, navigation, mapView } = page;
    const loader = createAreasLoader(store, api);
    /** The opened areas when the panel was last open, as text for the address. */
    let last = textOf([]);

    createAreasButton(store, () => open());
    new AreasView({
      store, api,
      actions: {
        close, choose,
        turn: (id) => navigation.go({ areas: textOf(turned(store.state.areas.opened ?? [], id)) }, "replace"),
        retry: loader.load,
        showAll: () => leaveFor(withoutAreas(navigation.route.filters)),
        clear: () => navigation.change({ filters: NO_FILTERS }),
        turnTo: (panel) => (panel === "trips" ? page.trips.openList("replace") : panel !== "places" && page.names.open(panel, "replace")),
      },
    });
    store.watch((state) => filterKey(withoutAreas(state.filters)), () => {
      loader.forget();
      refresh();
    });

    /** @param {"push" | "replace"} [how] */
    function open(how) {
      navigation.open({ areas: last }, {}, how);
    }

    function close() {
      navigation.stepBack({ areas: null });
    }

    function choose(area) {
      store.change(setWithin("areaNames", { [area.id]: area.name }));
      // The server's boxes do not cross the antimeridian.
      leaveFor(onlyIn(navigation.route.filters, area), area.bbox && area.bbox[2] - area.bbox[0] <= HALF_WORLD ? area.bbox : null);
    }

    /**
     * Closes the panel and changes the filters. One step back returns to the panel and to the view before.
     *
     * @param {import("../filters/filters.js").Filters} filters
     * @param {number[] | null} [box] around the photos, if it is known
     */
    async function leaveFor(filters, box) {
      const hasLeft = await page.map.filterAndFit(filters, MAX_ZOOM, box);
      // Closing the panel returns the focus to the element that opened it, so the map takes it afterwards.
      if (hasLeft) mapView.focus();
    }

    function refresh() {
      if (store.state.areas.opened) loader.loadAll();
    }

    return {
      refresh,
      open,
      choose,

      follow({ areas: text }) {
        const { opened: before } = store.state.areas;
        const opened = openedIn(text);
        if ((before === null) === (opened === null) && String(before) === String(opened)) return;
        if (text !== null) last = text;
        store.change(setWithin("areas", { opened }));
        if (before === null) return refresh();
        for (const id of opened ?? []) if (!before.includes(id)) loader.load(id);
      },
    };
  },
};
