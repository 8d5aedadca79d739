/** @module */

import { set } from "../core/store.js";

/** @typedef {import("./order-choice.js").Order} Order */

export const ORDER = {
  /** The order of photos in the grid and in lists. */
  order: /** @type {Order} */ ("newest"),
};

/** @type {import("../core/address.js").AddressPart} */
const ORDER_ADDRESS = {
  fields: { order: "newest" },
  read: (fields) => ({ order: orderIn(fields) }),
  write: ({ order }) => (order !== "newest" ? [`order=${order}`] : []),
};

/**
 * @typedef {object} OrderService
 * @property {(order: Order) => void} sort
 */

/**
 * The order of photos.
 *
 * @type {import("../features.js").Feature<"order">}
 */
export const feature = {
  name: "order",
  state: [ORDER],
  address: [ORDER_ADDRESS],
  withoutMap: true,

  start: ({ store, navigation }) => ({
    /** @param {Order} order */
    sort: (order) => navigation.go({ order }, "replace", { span: store.state.list?.span, total: store.state.list?.total, spot: store.state.list?.spot }),

    follow({ order }) {
      if (store.state.order !== order) store.change(set({ order }));
    },
  }),
};

/** @returns {Order} */
function orderIn(fields) {
  const order = fields.get("order");
  if (order === "distance" || order === "oldest") return order;
  // Earlier versions had one order for the grid and another for lists.
  return fields.get("list") === "oldest" ? "oldest" : "newest";
}
