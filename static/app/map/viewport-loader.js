/**
 * Keeps what the map shows in step with where it is: one request in flight, the newest view wins,
 * and views seen lately cost no request.
 * @module
 */

import { NO_FILTERS, filterKey } from "../filters/filters.js";
import { LeastRecentlyUsed } from "../core/lru.js";
import { covers, viewportRequest } from "../core/viewport.js";

const REMEMBERED_ANSWERS = 32;
const SETTLE_MS = 90;
/** A server that is back is noticed within the last of these. */
const RETRY_MS = [1000, 2000, 3000];

/**
 * @typedef {import("../filters/filters.js").Filters} Filters
 * @typedef {import("../core/viewport.js").View} View
 * @typedef {import("../core/viewport.js").ViewportRequest} ViewportRequest
 * @typedef {{request: ViewportRequest, filtered: string, features: any[]}} ViewportAnswer an answer, and by what it was filtered
 *
 * @param {object} options
 * @param {(request: ViewportRequest, filters: Filters, signal: AbortSignal) => Promise<{features: any[]}>} options.ask
 * @param {(answer: ViewportAnswer) => void} options.onAnswer
 * @param {(error: Error) => void} options.onError called on each failure; trying again goes on by itself
 * @param {(busy: boolean) => void} options.onBusy
 */
export function createViewportLoader({ ask, onAnswer, onError, onBusy }) {
  /** @type {LeastRecentlyUsed<string, ViewportAnswer>} */
  const remembered = new LeastRecentlyUsed(REMEMBERED_ANSWERS);
  /** @type {View | null} */
  let wanted = null;
  let filters = NO_FILTERS;
  /** @type {ViewportAnswer | null} */
  let shown = null;
  /** @type {{request: ViewportRequest, filtered: string, controller: AbortController} | null} */
  let flight = null;
  let settleTimer = 0;
  let retryTimer = 0;
  let failures = 0;

  function load() {
    clearTimeout(settleTimer);
    clearTimeout(retryTimer);
    settleTimer = 0;
    if (!wanted) return;
    const view = wanted;
    const filtered = filterKey(filters);
    const answers = (one) => one.filtered === filtered && covers(one.request, view);
    if (shown && answers(shown)) return land();
    const known = remembered.find(answers);
    if (known) {
      land();
      show(known);
      return;
    }
    // An answer for the same box by other filters is let in: while a slider is dragged there is always a
    // newer question, and to give up each flight for it would leave the map as it was until the end.
    if (flight && (answers(flight) || (flight.filtered !== filtered && covers(flight.request, view)))) return;
    send(viewportRequest(view), filtered);
  }

  async function send(request, filtered) {
    flight?.controller.abort();
    const controller = new AbortController();
    const mine = { request, filtered, controller };
    flight = mine;
    onBusy(true);
    try {
      const { features } = await ask(request, filters, controller.signal);
      if (flight !== mine) return;
      failures = 0;
      land();
      const answer = { request, filtered, features };
      // What a slider only passed by is not worth the place of a view that was looked at.
      if (filtered === filterKey(filters)) remembered.set(`${request.key}?${filtered}`, answer);
      show(answer);
      load();
    } catch (error) {
      if (flight !== mine) return;
      land();
      onError(error);
      retryTimer = setTimeout(load, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
    }
  }

  function land() {
    flight?.controller.abort();
    flight = null;
    onBusy(false);
  }

  function show(answer) {
    if (answer === shown) return;
    shown = answer;
    onAnswer(answer);
  }

  return {
    /**
     * The map moved.
     *
     * @param {View} view
     * @param {boolean} settled whether it has come to rest
     */
    moveTo(view, settled) {
      wanted = view;
      if (settled || !shown) load();
      else if (!settleTimer) settleTimer = setTimeout(load, SETTLE_MS);
    },

    /** Other photos are wanted. @param {Filters} next */
    filter(next) {
      filters = next;
      load();
    },

    /** Tries again at once. */
    retry() {
      failures = 0;
      load();
    },

    /** Forgets every answer, for when the library has changed, and asks anew. */
    refresh() {
      remembered.clear();
      shown = null;
      // An answer on its way may be from before the change.
      land();
      load();
    },
  };
}
