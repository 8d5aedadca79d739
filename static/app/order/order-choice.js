/**
 * The choice of the order of photos, which the grid and the lists share.
 * @module
 */

import { createSegments } from "../ui/segments.js";
import { TEXTS } from "../core/texts.js";

/** @typedef {"newest" | "oldest" | "distance"} Order */

/** @type {Record<Order, {label: string, title: string}>} */
const ORDERS = {
  newest: { label: TEXTS.newest, title: TEXTS.newestFirst },
  oldest: { label: TEXTS.oldest, title: TEXTS.oldestFirst },
  distance: { label: TEXTS.nearest, title: TEXTS.nearestFirst },
};

/**
 * @param {object} options
 * @param {Order[]} options.orders the orders to choose from
 * @param {(order: Order) => void} options.onChoose
 * @param {string} [options.className]
 */
export function createOrderChoice({ orders, onChoose, className }) {
  return createSegments({ label: TEXTS.order, choices: orders.map((order) => ({ value: order, ...ORDERS[order] })), onChoose, className });
}
