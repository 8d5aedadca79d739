/** @module */

import { set } from "../core/store.js";
import { isOnEarth, numbersIn, rounded } from "../map/map-address.js";
import { LISTS, emptyList } from "./list-state.js";
import { createListLoader } from "./list-loader.js";

/**
 * The spot whose nearest photos are listed, or the cluster whose photos are listed.
 *
 * @type {import("../core/address.js").AddressPart}
 */
const LISTS_ADDRESS = {
  fields: { near: null, cluster: null },
  isOpening: true,
  read(fields) {
    const near = numbersIn(fields.get("near"), ",", 2);
    return {
      near: near && isOnEarth(near[0], near[1]) ? { lat: near[0], lon: near[1] } : null,
      cluster: fields.get("cluster") || null,
    };
  },
  write: ({ near, cluster }) => [
    ...(near ? [`near=${rounded(near.lat, 6)},${rounded(near.lon, 6)}`] : []),
    ...(cluster ? [`cluster=${encodeURIComponent(cluster)}`] : []),
  ],
};

/**
 * @typedef {object} ListsService
 * @property {() => void} more
 * @property {(cluster: string, hints: {span: string, total: number}) => void} openCluster
 * @property {(near: import("../map/map-address.js").Spot) => void} openNear
 */

/**
 * The open list: photos of a cluster, or near a spot.
 *
 * @type {import("../features.js").Feature<"lists">}
 */
export const feature = {
  name: "lists",
  state: [LISTS],
  address: [LISTS_ADDRESS],
  withoutMap: true,

  /** @returns {import("../features.js").Service<"lists">} */
  start({ store, api, navigation }) {
    const loader = createListLoader(store, api);
    return {
      more: loader.more,

      openCluster: (cluster, hints) => navigation.open({ cluster }, hints),

      openNear: (near) => navigation.open({ near }),

      follow(route, { span, total, isMoving }) {
        if (isMoving) return;
        const { list } = store.state;
        const subject = sameSubject(list?.subject ?? null, subjectOf(route));
        if ((list?.subject ?? null) === subject) return;
        store.change(set({ list: subject && emptyList(subject, span, total), pointedAt: null }));
        if (subject) loader.load(subject);
      },
    };
  },
};

/** @param {import("../features.js").Route} route @returns {import("./list-state.js").ListSubject | null} */
function subjectOf({ cluster, near, filters, order }) {
  if (cluster !== null) return { type: "cluster", cluster, filters, order: order === "oldest" ? "oldest" : "newest" };
  return near && { type: "near", spot: near, filters };
}

/** Keeps the old subject if the new one is equal, so that nothing is loaded twice. */
function sameSubject(old, fresh) {
  return old && fresh && JSON.stringify(old) === JSON.stringify(fresh) ? old : fresh;
}
