/**
 * Keeps what the map shows in step with where it is: one request in flight, the newest view wins,
 * and views seen lately cost no request.
 * @module
 */

import { LeastRecentlyUsed } from "../ui/lru.js";
import { covers, viewportRequest } from "./viewport.js";

const REMEMBERED_ANSWERS = 32;
const SETTLE_MS = 90;
const RETRY_MS = [1500, 3000, 6000, 12000, 24000];

/**
 * @typedef {import("./viewport.js").View} View
 * @typedef {import("./viewport.js").ViewportRequest} ViewportRequest
 * @typedef {{request: ViewportRequest, features: any[]}} ViewportAnswer
 *
 * @param {object} options
 * @param {(request: ViewportRequest, signal: AbortSignal) => Promise<{features: any[]}>} options.ask
 * @param {(answer: ViewportAnswer) => void} options.onAnswer
 * @param {(error: Error) => void} options.onError called on each failure; trying again goes on by itself
 * @param {(busy: boolean) => void} options.onBusy
 */
export function createViewportLoader({ ask, onAnswer, onError, onBusy }) {
  /** @type {LeastRecentlyUsed<string, ViewportAnswer>} */
  const remembered = new LeastRecentlyUsed(REMEMBERED_ANSWERS);
  /** @type {View | null} */
  let wanted = null;
  /** @type {ViewportAnswer | null} */
  let shown = null;
  /** @type {{key: string, request: ViewportRequest, controller: AbortController} | null} */
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
    if (shown && covers(shown.request, view)) return land();
    const known = remembered.find((answer) => covers(answer.request, view));
    if (known) {
      land();
      show(known);
      return;
    }
    if (flight && covers(flight.request, view)) return;
    send(viewportRequest(view));
  }

  async function send(request) {
    flight?.controller.abort();
    const controller = new AbortController();
    const mine = { key: request.key, request, controller };
    flight = mine;
    onBusy(true);
    try {
      const { features } = await ask(request, controller.signal);
      if (flight !== mine) return;
      failures = 0;
      land();
      const answer = { request, features };
      remembered.set(request.key, answer);
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

    /** Tries again at once. */
    retry() {
      failures = 0;
      load();
    },

    /** Forgets every answer, for when the library has changed, and asks anew. */
    refresh() {
      remembered.clear();
      shown = null;
      load();
    },
  };
}
