/**
 * Fetches the pages of photos that the reader looks at: nearest first, two at a time, given up when
 * they leave the screen. The pages seen last are kept.
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
 *
 * @param {object} options
 * @param {(shelf: Shelf, page: Page, signal?: AbortSignal) => Promise<{features: any[], numberMatched?: number}>} options.ask
 * @param {() => void} options.onPage a page has come
 * @param {(shelf: Shelf) => void} options.onChanged a page has other photos than were counted
 */
export function createPageLoader({ ask, onPage, onChanged }) {
  /** @type {LeastRecentlyUsed<string, any[]>} */
  const kept = new LeastRecentlyUsed(KEPT);
  /** @type {Map<string, AbortController>} */
  const flights = new Map();
  /** @type {Map<string, Promise<any[]>>} pages that need not be on the screen, and so are not given up */
  const fetching = new Map();
  /** @type {Map<string, number>} when a page that failed may be asked for again */
  const failed = new Map();
  /** @type {Page[]} */
  let wanted = [];
  /** @type {Shelf | null} */
  let current = null;
  let retryTimer = 0;

  // What is asked: while time is played, many spans have the same page, whose own days say which photos it has.
  const keyOf = ({ box, filters, order }, { ask: own }) =>
    `${order} ${box} ${filterKey({ ...filters, time: own.datetime ? "" : filters.time })} ${Object.values(own)}`;

  function startNext() {
    for (const page of wanted) {
      if (flights.size >= AT_ONCE) return;
      const key = keyOf(current, page);
      if (kept.has(key) || flights.has(key) || fetching.has(key) || failed.get(key) > performance.now()) continue;
      load(current, page, key);
    }
  }

  async function load(shelf, page, key) {
    const controller = new AbortController();
    flights.set(key, controller);
    try {
      const answer = await ask(shelf, page, controller.signal);
      if (controller.signal.aborted) return;
      keep(shelf, page, answer);
      failed.delete(key);
      onPage();
    } catch {
      if (controller.signal.aborted) return;
      // The map's own loader tells the reader; here the places stay blank until the server is back.
      failed.set(key, performance.now() + RETRY_MS);
      clearTimeout(retryTimer);
      retryTimer = setTimeout(startNext, RETRY_MS + 50);
    } finally {
      if (flights.get(key) === controller) flights.delete(key);
      startNext();
    }
  }

  function keep(shelf, page, { features, numberMatched }) {
    const photos = inDayOrder(features, shelf.order);
    kept.set(keyOf(shelf, page), photos);
    if (numberMatched !== undefined && numberMatched !== page.matched) onChanged(shelf);
    return photos;
  }

  return {
    /**
     * Says which pages are on the screen or near it, the most wanted first. Others are given up.
     *
     * @param {Shelf} shelf
     * @param {Page[]} pages
     */
    want(shelf, pages) {
      current = shelf;
      wanted = pages;
      const keys = new Set(pages.map((page) => keyOf(shelf, page)));
      for (const [key, controller] of flights) {
        if (keys.has(key)) continue;
        controller.abort();
        flights.delete(key);
      }
      startNext();
    },

    /** The photos of a page, once they are there. @param {Shelf} shelf @param {Page} page @returns {any[] | undefined} */
    photos: (shelf, page) => kept.get(keyOf(shelf, page)),

    /** Fetches a page that need not be on the screen. @param {Shelf} shelf @param {Page} page @returns {Promise<any[]>} */
    async fetch(shelf, page) {
      const key = keyOf(shelf, page);
      const known = kept.get(key) ?? fetching.get(key);
      if (known) return known;
      const asked = ask(shelf, page).then((answer) => {
        if (fetching.get(key) !== asked) return answer.features;
        fetching.delete(key);
        const photos = keep(shelf, page, answer);
        onPage();
        return photos;
      }).catch((error) => {
        if (fetching.get(key) === asked) fetching.delete(key);
        throw error;
      });
      fetching.set(key, asked);
      return asked;
    },

    /** Finds a photo among those that have come. @param {number} id @returns {any | undefined} */
    find(id) {
      for (const photos of kept.values()) {
        const photo = photos.find((one) => one.id === id);
        if (photo) return photo;
      }
      return undefined;
    },

    /** Forgets every page, for when the library has changed. */
    clear() {
      for (const controller of flights.values()) controller.abort();
      flights.clear();
      fetching.clear();
      failed.clear();
      kept.clear();
    },
  };
}
