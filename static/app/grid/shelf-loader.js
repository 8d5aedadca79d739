/**
 * Loads the shelf of the view where the map has come to rest. One request is in flight at a time. Recent shelves come
 * from a cache.
 * @module
 */

import { filterKey } from "../filters/filters.js";
import { WHOLE_EARTH } from "../core/viewport.js";
import { LeastRecentlyUsed } from "../core/lru.js";
import { shelfByDistance, shelfByTime, shelfOfFirst } from "./shelf.js";

const KEPT = 24;
/** The server ranks at most this many photos by distance. */
const MOST_RANKED = 1000;
/** If counting the days takes longer than this, the first photos are shown first. */
const PATIENCE_MS = 700;
const FIRST = 100;

/**
 * @typedef {object} Subject
 * @property {number[]} box
 * @property {import("../map/map-address.js").Spot} middle
 * @property {import("../filters/filters.js").Filters} filters
 * @property {import("../order/order-choice.js").Order} order
 * @property {boolean} isMoving whether the reader drags a filter's slider
 */
export class ShelfLoader {
  #api;
  #onShelf;
  #onError;
  #onLoading;
  /** @type {LeastRecentlyUsed<string, import("./shelf.js").Shelf>} */
  #kept = new LeastRecentlyUsed(KEPT);
  /** @type {Subject | null} */
  #wanted = null;
  #shown = "";
  /** @type {{subject: Subject, controller: AbortController, hasFirst: boolean} | null} */
  #inFlight = null;

  /**
   * @param {object} options
   * @param {import("../api.js").Api} options.api
   * @param {(shelf: import("./shelf.js").Shelf, subject: Subject, isWanted: () => boolean) => Promise<void> | void} options.onShelf
   *   `isWanted` says whether this is still the newest request
   * @param {(error: import("../api.js").ApiError, hasFirst: boolean) => void} options.onError called with the error and whether the first photos are shown
   * @param {(isLoading: boolean) => void} options.onLoading
   */
  constructor({ api, onShelf, onError, onLoading }) {
    this.#api = api;
    this.#onShelf = onShelf;
    this.#onError = onError;
    this.#onLoading = onLoading;
  }

  async #load() {
    const subject = this.#wanted;
    if (!subject || keyOf(subject) === this.#shown) return this.#giveUp();
    // If only the filters differ, the request in flight continues. The newest filters are requested after it.
    if (this.#inFlight && isSameBox(this.#inFlight.subject.box, subject.box)) return;
    this.#inFlight?.controller.abort();
    const controller = new AbortController();
    const mine = (this.#inFlight = { subject, controller, hasFirst: false });
    const timer = setTimeout(() => this.#showFirst(mine), PATIENCE_MS);
    this.#onLoading(true);
    try {
      const shelf = await this.#shelfOf(subject, controller.signal);
      if (this.#inFlight !== mine) return;
      if (!this.#isOutdated(subject)) await this.#onShelf(shelf, subject, () => this.#isWanted(mine));
      if (this.#inFlight !== mine) return;
      if (!this.#isOutdated(subject)) this.#shown = shelf.key;
      this.#inFlight = null;
      this.#onLoading(false);
      this.#load();
    } catch (error) {
      if (this.#inFlight !== mine) return;
      this.#inFlight = null;
      this.#onLoading(false);
      this.#onError(error, mine.hasFirst);
    } finally {
      clearTimeout(timer);
    }
  }

  async #showFirst(mine) {
    const { subject, controller } = mine;
    const { box, filters, order } = subject;
    if (order === "distance") return;
    try {
      const answer = await this.#api.gridPage(box, filters, order, { limit: FIRST }, controller.signal);
      if (!this.#isWanted(mine)) return;
      mine.hasFirst = true;
      await this.#onShelf(shelfOfFirst({ key: `first ${keyOf(subject)}`, box, filters, order }, answer), subject, () => this.#isWanted(mine));
    } catch {
      // The request for the days reports the problem.
    }
  }

  #isWanted(request) {
    return this.#inFlight === request && !this.#isOutdated(request.subject);
  }

  /** Whether the reader has chosen something else since. While a filter is dragged, each answer is shown. */
  #isOutdated(subject) {
    return !this.#wanted?.isMoving && (!this.#wanted || keyOf(this.#wanted) !== keyOf(subject));
  }

  #giveUp() {
    this.#inFlight?.controller.abort();
    this.#inFlight = null;
    this.#onLoading(false);
  }

  async #shelfOf(subject, signal) {
    const { box, middle, filters, order } = subject;
    return this.#keeping(subject, async (question) => {
      if (order !== "distance") return shelfByTime(question, await this.#api.days(box, filters, signal));
      const [total, ranked] = await Promise.all([this.#api.count(box, filters, signal), this.#api.ranked(box, middle, MOST_RANKED, filters, signal)]);
      return shelfByDistance(question, total, ranked.features);
    });
  }

  async #keeping(subject, make) {
    const key = keyOf(subject);
    const known = this.#kept.get(key);
    if (known) return known;
    const shelf = await make({ key, box: subject.box, filters: subject.filters, order: subject.order });
    this.#kept.set(key, shelf);
    return shelf;
  }

  /** @param {Subject} subject */
  show(subject) {
    this.#wanted = subject;
    this.#load();
  }

  /**
   * All photos that match the filters, in order of time.
   *
   * @param {{filters: import("../filters/filters.js").Filters, order: import("../order/order-choice.js").Order}} wanted
   */
  everywhere({ filters, order }) {
    return this.#shelfOf({ box: WHOLE_EARTH.bbox, middle: { lat: 0, lon: 0 }, filters, order: order === "oldest" ? "oldest" : "newest" });
  }

  /** Retries after a failure. */
  retry() {
    this.#shown = "";
    this.#load();
  }

  /** Drops the cache and reloads, because the library has changed. */
  refresh() {
    this.#kept.clear();
    this.#shown = "";
    this.#giveUp();
    this.#load();
  }
}

function keyOf({ box, filters, order }) {
  return `${order} ${box.join(",")} ${filterKey(filters)}`;
}

function isSameBox(one, other) {
  return one.every((side, index) => side === other[index]);
}
