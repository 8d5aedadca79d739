/**
 * Fetches the pages of photos on or near the screen, the nearest first, two at a time. Requests for pages that leave
 * the screen are aborted. Recently seen pages are cached.
 * @module
 */

import { filterKey } from "../filters/filters.js";
import { LeastRecentlyUsed } from "../core/lru.js";
import { inDayOrder } from "./shelf.js";

const AT_ONCE = 2;
const KEPT = 64;
const RETRY_MS = 4000;

/**
 * @typedef {import("./shelf.js").Shelf} Shelf
 * @typedef {import("./shelf.js").Page} Page
 */
export class PageLoader {
  #ask;
  #onPage;
  #onChanged;
  /** @type {LeastRecentlyUsed<string, import("../api/photos.js").Photo[]>} */
  #kept = new LeastRecentlyUsed(KEPT);
  /** @type {Map<string, AbortController>} */
  #flights = new Map();
  /** @type {Map<string, Promise<import("../api/photos.js").Photo[]>>} pages that need not be on the screen, and so are not given up */
  #fetching = new Map();
  /** @type {Map<string, number>} when a page that failed may be requested again */
  #failed = new Map();
  /** @type {Page[]} */
  #wanted = [];
  /** @type {Shelf | null} */
  #current = null;
  #retryTimer = 0;
  // The cache key. While time is played, many spans have the same page: its own days select its photos, not the filter
  // of time.
  #keyOf = ({ box, filters, order }, { ask: own }) =>
    `${order} ${box} ${filterKey({ ...filters, time: own["datetime-local"] ? "" : filters.time })} ${Object.values(own)}`;

  /**
   * @param {object} options
   * @param {(shelf: Shelf, page: Page, signal?: AbortSignal) => Promise<import("../api/photos.js").Photos>} options.ask
   * @param {() => void} options.onPage called when a page was loaded
   * @param {(shelf: Shelf) => void} options.onChanged called if a page has other photos than were counted
   */
  constructor({ ask, onPage, onChanged }) {
    this.#ask = ask;
    this.#onPage = onPage;
    this.#onChanged = onChanged;
  }

  #startNext = () => {
    for (const page of this.#wanted) {
      if (this.#flights.size >= AT_ONCE) return;
      const key = this.#keyOf(this.#current, page);
      if (this.#kept.has(key) || this.#flights.has(key) || this.#fetching.has(key) || this.#failed.get(key) > performance.now()) continue;
      this.#load(this.#current, page, key);
    }
  };

  /** @param {import("./shelf.js").Page} page */
  async #load(shelf, page, key) {
    const controller = new AbortController();
    this.#flights.set(key, controller);
    try {
      const answer = await this.#ask(shelf, page, controller.signal);
      if (controller.signal.aborted) return;
      this.#keep(shelf, page, answer);
      this.#failed.delete(key);
      this.#onPage();
    } catch {
      if (controller.signal.aborted) return;
      // The map's loader shows the problem to the reader. Here the squares stay blank until the server is back.
      this.#failed.set(key, performance.now() + RETRY_MS);
      clearTimeout(this.#retryTimer);
      this.#retryTimer = setTimeout(this.#startNext, RETRY_MS + 50);
    } finally {
      if (this.#flights.get(key) === controller) this.#flights.delete(key);
      this.#startNext();
    }
  }

  /** @param {Shelf} shelf @param {Page} page @param {import("../api/photos.js").Photos} answer */
  #keep(shelf, page, { features, numberMatched }) {
    const photos = inDayOrder(features, shelf.order);
    this.#kept.set(this.#keyOf(shelf, page), photos);
    if (numberMatched !== undefined && numberMatched !== page.matched) this.#onChanged(shelf);
    return photos;
  }

  /**
   * Sets the pages on or near the screen, the most important first. Aborts the requests for all others.
   *
   * @param {Shelf} shelf
   * @param {Page[]} pages
   */
  want(shelf, pages) {
    this.#current = shelf;
    this.#wanted = pages;
    const keys = new Set(pages.map((page) => this.#keyOf(shelf, page)));
    for (const [key, controller] of this.#flights) {
      if (keys.has(key)) continue;
      controller.abort();
      this.#flights.delete(key);
    }
    this.#startNext();
  }

  /**
   * The photos of a page; undefined if it is not loaded.
   *
   * @param {Shelf} shelf @param {Page} page @returns {any[] | undefined}
   */
  photos(shelf, page) {
    return this.#kept.get(this.#keyOf(shelf, page));
  }

  /**
   * Fetches a page, even if it is not near the screen.
   *
   * @param {Shelf} shelf @param {Page} page @returns {Promise<import("../api/photos.js").Photo[]>}
   */
  async fetch(shelf, page) {
    const key = this.#keyOf(shelf, page);
    const known = this.#kept.get(key) ?? this.#fetching.get(key);
    if (known) return known;
    const asked = this.#ask(shelf, page).then((answer) => {
      if (this.#fetching.get(key) !== asked) return answer.features;
      this.#fetching.delete(key);
      const photos = this.#keep(shelf, page, answer);
      this.#onPage();
      return photos;
    }).catch((error) => {
      if (this.#fetching.get(key) === asked) this.#fetching.delete(key);
      throw error;
    });
    this.#fetching.set(key, asked);
    return asked;
  }

  /**
   * Finds a photo among those that are loaded.
   *
   * @param {number} id @returns {any | undefined}
   */
  find(id) {
    for (const photos of this.#kept.values()) {
      const photo = photos.find((one) => one.id === id);
      if (photo) return photo;
    }
    return undefined;
  }

  /** Drops all pages, because the library has changed. */
  clear() {
    for (const controller of this.#flights.values()) controller.abort();
    this.#flights.clear();
    this.#fetching.clear();
    this.#failed.clear();
    this.#kept.clear();
  }
}
