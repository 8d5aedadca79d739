/**
 * The choice of the order of photos, which the grid and the lists share.
 * @module
 */

import { h } from "../ui/dom.js";
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
export function createOrderChoice({ orders, onChoose, className = "" }) {
  const element = h("div", { class: `orders ${className}`, role: "group", "aria-label": TEXTS.order },
    ...orders.map((order) => h("button", {
      type: "button", class: "order", "data-order": order, title: ORDERS[order].title, onclick: () => onChoose(order),
    }, ORDERS[order].label)));

  return {
    element,

    /** @param {Order} order the one that holds */
    show(order) {
      for (const button of element.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.order === order));
    },
  };
}
