/**
 * Finds out what the grid has to show where the map has come to rest. One question is in flight;
 * shelves seen lately cost none.
 * @module
 */

import { filterKey } from "../filters/filters.js";
import { WHOLE_EARTH } from "../core/viewport.js";
import { LeastRecentlyUsed } from "../core/lru.js";
import { shelfByDistance, shelfByTime, shelfOfFirst } from "./shelf.js";

const KEPT = 24;
/** More than this the server does not rank. */
const MOST_RANKED = 1000;
/** If counting the days takes longer than this, the first photos are shown meanwhile. */
const PATIENCE_MS = 700;
const FIRST = 100;

/**
 * @typedef {object} Subject
 * @property {number[]} box
 * @property {import("../map/map-address.js").Spot} middle
 * @property {import("../filters/filters.js").Filters} filters
 * @property {import("../order/order-choice.js").Order} order
 *
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {(shelf: import("./shelf.js").Shelf, subject: Subject) => Promise<void> | void} options.onShelf
 * @param {(error: Error, hasFirst: boolean) => void} options.onError also told whether the first photos are shown
 * @param {(isLoading: boolean) => void} options.onLoading
 */
export function createShelfLoader({ api, onShelf, onError, onLoading }) {
  /** @type {LeastRecentlyUsed<string, import("./shelf.js").Shelf>} */
  const kept = new LeastRecentlyUsed(KEPT);
  /** @type {Subject | null} */
  let wanted = null;
  let shown = "";
  /** @type {{subject: Subject, controller: AbortController, hasFirst: boolean} | null} */
  let flight = null;

  async function load() {
    const subject = wanted;
    if (!subject || keyOf(subject) === shown) return giveUp();
    // A filter that is being dragged lets what is on its way arrive, and asks for the newest then.
    if (flight && isSameBox(flight.subject.box, subject.box)) return;
    flight?.controller.abort();
    const controller = new AbortController();
    const mine = (flight = { subject, controller, hasFirst: false });
    const timer = setTimeout(() => showFirst(mine), PATIENCE_MS);
    onLoading(true);
    try {
      const shelf = await shelfOf(subject, controller.signal);
      if (flight !== mine) return;
      await onShelf(shelf, subject);
      if (flight !== mine) return;
      shown = shelf.key;
      flight = null;
      onLoading(false);
      load();
    } catch (error) {
      if (flight !== mine) return;
      flight = null;
      onLoading(false);
      onError(error, mine.hasFirst);
    } finally {
      clearTimeout(timer);
    }
  }

  async function showFirst(mine) {
    const { subject, controller } = mine;
    const { box, filters, order } = subject;
    if (order === "distance") return;
    try {
      const answer = await api.gridPage(box, filters, order, { limit: FIRST }, controller.signal);
      if (flight !== mine) return;
      mine.hasFirst = true;
      await onShelf(shelfOfFirst({ key: `first ${keyOf(subject)}`, box, filters, order }, answer), subject);
    } catch {
      // The question for the days says what is wrong.
    }
  }

  function giveUp() {
    flight?.controller.abort();
    flight = null;
    onLoading(false);
  }

  async function shelfOf(subject, signal) {
    const { box, middle, filters, order } = subject;
    return keeping(subject, async (question) => {
      if (order !== "distance") return shelfByTime(question, await api.days(box, filters, signal));
      const [total, ranked] = await Promise.all([api.count(box, filters, signal), api.ranked(box, middle, MOST_RANKED, filters, signal)]);
      return shelfByDistance(question, total, ranked.features);
    });
  }

  async function keeping(subject, make) {
    const key = keyOf(subject);
    const known = kept.get(key);
    if (known) return known;
    const shelf = await make({ key, box: subject.box, filters: subject.filters, order: subject.order });
    kept.set(key, shelf);
    return shelf;
  }

  return {
    /** @param {Subject} subject */
    show(subject) {
      wanted = subject;
      load();
    },

    /**
     * All photos that match the filters, by time.
     *
     * @param {{filters: import("../filters/filters.js").Filters, order: import("../order/order-choice.js").Order}} wanted
     */
    everywhere: ({ filters, order }) =>
      shelfOf({ box: WHOLE_EARTH.bbox, middle: { lat: 0, lon: 0 }, filters, order: order === "oldest" ? "oldest" : "newest" }),

    /** Asks again after a failure. */
    retry() {
      shown = "";
      load();
    },

    /** The library has changed: forgets everything and asks anew. */
    refresh() {
      kept.clear();
      shown = "";
      giveUp();
      load();
    },
  };
}

function keyOf({ box, filters, order }) {
  return `${order} ${box.join(",")} ${filterKey(filters)}`;
}

function isSameBox(one, other) {
  return one.every((side, index) => side === other[index]);
}
