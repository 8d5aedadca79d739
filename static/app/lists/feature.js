/** @module */

import { set } from "../core/store.js";
import { openFilters } from "../compare/compare-state.js";
import { filtersOfDay } from "../day/day-filters.js";
import { listDay } from "../day/day.js";
import { isOnEarth, numbersIn, rounded } from "../map/map-address.js";
import { LISTS, emptyList } from "./list-state.js";
import { createListLoader } from "./list-loader.js";

/**
 * The spot whose nearest photos are listed, or those that show it, or the cluster whose photos are listed.
 *
 * @type {import("../core/address.js").AddressPart}
 */
const LISTS_ADDRESS = {
  fields: { near: null, isShown: false, cluster: null },
  isOpening: true,
  read(fields) {
    const numbers = numbersIn(fields.get("near"), ",", 2);
    const near = numbers && isOnEarth(numbers[0], numbers[1]) ? { lat: numbers[0], lon: numbers[1] } : null;
    return {
      near,
      isShown: near !== null && fields.get("shown") === "1",
      cluster: fields.get("cluster") || null,
    };
  },
  write: ({ near, isShown, cluster }) => [
    ...(near ? [`near=${rounded(near.lat, 6)},${rounded(near.lon, 6)}`] : []),
    ...(near && isShown ? ["shown=1"] : []),
    ...(cluster ? [`cluster=${encodeURIComponent(cluster)}`] : []),
  ],
};

/**
 * @typedef {object} ListsService
 * @property {() => void} more
 * @property {(cluster: string, hints: {span: string, total: number, spot: import("../map/map-address.js").Spot}, isOfSecond?: boolean) => void} openCluster
 * of the second span of a comparison, or of the first
 * @property {(near: import("../map/map-address.js").Spot, isOfSecond?: boolean) => void} openNear
 * @property {(near: import("../map/map-address.js").Spot, isOfSecond?: boolean) => void} openShown lists the photos that show a spot
 * @property {(near: import("../map/map-address.js").Spot) => void} openNearOfDay of the open day only
 * @property {(isShown: boolean) => void} showSpot lists the photos that show the spot, or those near it
 */

/**
 * The open list: photos of a cluster, near a spot, or of the open day.
 *
 * @type {import("../features.js").Feature<"lists">}
 */
export const feature = {
  name: "lists",
  state: [LISTS],
  address: [LISTS_ADDRESS],
  withoutMap: true,

  /** @returns {import("../features.js").Service<"lists">} */
  start(page) {
    const { store, api, navigation } = page;
    const loader = createListLoader(store, api);
    store.watch((state) => state.day, () => store.change(listDay));

    return {
      more: () => (store.state.list?.subject.type === "day" ? page.day.retry() : loader.more()),

      openCluster: (cluster, hints, isOfSecond = false) => navigation.open({ cluster, day: navigation.route.day, isOfSecond }, hints),

      openNear: (near, isOfSecond = false) => navigation.open({ near, isOfSecond }),

      openShown: (near, isOfSecond = false) => navigation.open({ near, isShown: true, day: navigation.route.day, isOfSecond }),

      openNearOfDay: (near) => navigation.open({ near, day: navigation.route.day }),
      showSpot: (isShown) => navigation.change({ isShown }),
      refresh: () => store.state.list?.status === "failed" && loader.more(),

      follow(route, { span, total, spot, isMoving }) {
        if (isMoving) return;
        const { list } = store.state;
        const subject = sameSubject(list?.subject ?? null, subjectOf(route));
        if ((list?.subject ?? null) === subject) return;
        store.change(set({ list: subject && emptyList(subject, { span, total, spot }), pointedAt: null }));
        if (subject?.type === "near") loader.load(subject);
        else loader.abort();
        if (subject?.type === "day") store.change(listDay);
      },
    };
  },
};

/** @param {import("../features.js").Route} route @returns {import("./list-state.js").ListSubject | null} */
function subjectOf(route) {
  const { cluster, near, isShown, day, order } = route;
  const filters = day ? filtersOfDay(route.filters, day) : openFilters(route);
  if (cluster !== null) return { type: "cluster", cluster, filters, order: day || order === "oldest" ? "oldest" : "newest" };
  if (near) return { type: "near", spot: near, isShown, filters };
  return day ? { type: "day", date: day } : null;
}

/** Keeps the old subject if the new one is equal, so that nothing is loaded twice. */
function sameSubject(old, fresh) {
  return old && fresh && JSON.stringify(old) === JSON.stringify(fresh) ? old : fresh;
}
