/** @module */

import { closedSpan, parseSpan } from "../core/span.js";
import { set } from "../core/store.js";
import { sameFilters } from "../filters/filters.js";
import { spanOfCounts } from "../time/histogram.js";
import { COMPARE, COMPARE_ADDRESS, SIDE_ADDRESS, comparisonIn, isOfSecond, spanToCompare } from "./compare-state.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {object} CompareService
 * @property {() => void} start compares the chosen span with another one
 * @property {() => void} stop
 * @property {(time: string, how: {isMoving?: boolean}) => void} choose another second span
 * @property {(spot: import("../map/map-address.js").Spot) => boolean} isOnSecond whether a position is on the side of the second span
 * @property {(id: number, direction: -1 | 1) => Promise<number | null>} neighbour of a photo of the second span
 * @property {import("../choosing/lists.js").ListOfPhotos["between"]} between of the second list
 * @property {(id: number) => Promise<import("../viewer/strip.js").Stretch>} near the photos around one of the second span
 * @property {(id: number) => any | null} photo one that the second list has loaded
 */

/**
 * Two spans of time at one place: the map is divided between their pins, and each has its list.
 *
 * @type {import("../features.js").Feature<"compare">}
 */
export const feature = {
  name: "compare",
  state: [COMPARE],
  address: [COMPARE_ADDRESS, SIDE_ADDRESS],
  keys: [{ group: TEXTS.time, rows: [[["←", "→"], TEXTS.moveDivider]] }],

  /** @returns {import("../features.js").Service<"compare">} */
  start(page) {
    const { store, navigation } = page;
    let isLoading = false;
    /** @type {import("./comparison.js").ComparisonView | null} */
    let view = null;

    /** Most readers compare nothing, so this is loaded when it is first needed. */
    async function load() {
      if (view || isLoading) return;
      isLoading = true;
      try {
        const { createComparison } = await import("./comparison.js");
        view = createComparison(page);
      } catch {
        store.change(set({ message: TEXTS.serverSilent }));
        stop();
      }
      isLoading = false;
    }

    store.watch((state) => state.comparison !== null, (isOn) => isOn && load());

    function start() {
      const { filters, time: { overview } } = store.state;
      const chosen = parseSpan(filters.time);
      if (!chosen) return;
      const limits = (overview && spanOfCounts(overview)) ?? chosen;
      const compare = spanToCompare(closedSpan(chosen, limits), overview);
      navigation.change({ compare, day: null, look: { ...navigation.route.look, layer: "pins" } });
      // The next drag over the time bar is for the second span.
      store.change(set({ editsSecond: true }));
    }

    const stop = () => navigation.change({ compare: "", isOfSecond: false });

    return {
      start,
      stop,
      choose: (compare, how) => navigation.change({ compare }, how),
      isOnSecond: (spot) => store.state.comparison !== null && (view?.isOnSecond(spot) ?? false),
      neighbour: async (id, direction) => view?.list.neighbour(id, direction) ?? null,
      between: async (one, other, most) => view?.list.between(one, other, most) ?? [],
      near: async (id) => view?.list.near(id) ?? { first: 1, photos: [] },
      photo: (id) => (store.state.comparison && view?.list.photo(id)) ?? null,

      follow(route) {
        const { comparison: last } = store.state;
        const next = comparisonIn(route);
        const isSame = next && last && next.isEarlier === last.isEarlier && sameFilters(last.filters, next.filters) === last.filters;
        const comparison = isSame ? last : next;
        const changes = { comparison, isOfSecond: isOfSecond(route), editsSecond: Boolean(comparison) && store.state.editsSecond };
        if (Object.entries(changes).some(([name, value]) => store.state[name] !== value)) store.change(set(changes));
      },

      take(kind, thing) {
        if (kind !== "spot" || !store.state.comparison) return false;
        const spot = /** @type {import("../map/map-address.js").Spot} */ (thing);
        page.lists.openNear(spot, view?.isOnSecond(spot) ?? false);
        return true;
      },

      refresh: () => view?.refresh(),

      escape() {
        if (!store.state.comparison) return false;
        stop();
        return true;
      },
    };
  },
};
