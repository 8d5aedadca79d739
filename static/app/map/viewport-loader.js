/**
 * Loads the features in view. One request is in flight, the newest view replaces older ones, and recent views come from
 * a cache.
 * @module
 */

import { NO_FILTERS, filterKey } from "../filters/filters.js";
import { LeastRecentlyUsed } from "../core/lru.js";
import { containsView, viewportRequest } from "../core/viewport.js";

const REMEMBERED_ANSWERS = 32;
const SETTLE_MS = 90;
/** The delays between retries; the last repeats. */
const RETRY_MS = [1000, 2000, 3000];

/**
 * @typedef {import("../filters/filters.js").Filters} Filters
 * @typedef {import("../core/viewport.js").View} View
 * @typedef {import("../core/viewport.js").ViewportRequest} ViewportRequest
 * @typedef {{request: ViewportRequest, filtered: string, features: import("../api/photos.js").Pin[]}} ViewportAnswer an answer, and the key of its filters
 */
export class ViewportLoader {
  #ask;
  #onAnswer;
  #onError;
  #onBusy;
  /** @type {LeastRecentlyUsed<string, ViewportAnswer>} */
  #remembered = new LeastRecentlyUsed(REMEMBERED_ANSWERS);
  /** @type {View | null} */
  #wanted = null;
  #filters = NO_FILTERS;
  /** @type {ViewportAnswer | null} */
  #shown = null;
  /** @type {{request: ViewportRequest, filtered: string, controller: AbortController} | null} */
  #inFlight = null;
  #settleTimer = 0;
  #retryTimer = 0;
  #failures = 0;

  /**
   * @param {object} options
   * @param {(request: ViewportRequest, filters: Filters, signal: AbortSignal) => Promise<{features: import("../api/photos.js").Pin[]}>} options.ask
   * @param {(answer: ViewportAnswer, isNew: boolean) => void} options.onAnswer called with the answer and whether the server sent it now
   * @param {(error: import("../api.js").ApiError) => void} options.onError called on each failure; retries go on
   * @param {(busy: boolean) => void} options.onBusy
   */
  constructor({ ask, onAnswer, onError, onBusy }) {
    this.#ask = ask;
    this.#onAnswer = onAnswer;
    this.#onError = onError;
    this.#onBusy = onBusy;
  }

  #load = () => {
    clearTimeout(this.#settleTimer);
    clearTimeout(this.#retryTimer);
    this.#settleTimer = this.#retryTimer = 0;
    if (!this.#wanted) return;
    const view = this.#wanted;
    const filtered = filterKey(this.#filters);
    const answers = (one) => one.filtered === filtered && containsView(one.request, view);
    if (this.#shown && answers(this.#shown)) return this.#stop();
    const known = this.#remembered.find(answers);
    if (known) {
      this.#stop();
      this.#show(known, false);
      return;
    }
    // A request for the same box with other filters may finish. While a slider is dragged the filters change all the
    // time; if each change aborted the request in flight, the map would not change until the end.
    if (this.#inFlight && (answers(this.#inFlight) || (this.#inFlight.filtered !== filtered && containsView(this.#inFlight.request, view)))) return;
    this.#send(viewportRequest(view), filtered);
  };

  async #send(request, filtered) {
    this.#inFlight?.controller.abort();
    const controller = new AbortController();
    const mine = { request, filtered, controller };
    this.#inFlight = mine;
    this.#onBusy(true);
    try {
      const { features } = await this.#ask(request, this.#filters, controller.signal);
      if (this.#inFlight !== mine) return;
      this.#failures = 0;
      this.#stop();
      const answer = { request, filtered, features };
      // Filters that a slider only passed are not cached, because they would evict views that the reader looked at.
      if (filtered === filterKey(this.#filters)) this.#remembered.set(`${request.key}?${filtered}`, answer);
      this.#show(answer, true);
      this.#load();
    } catch (error) {
      if (this.#inFlight !== mine) return;
      this.#stop();
      this.#onError(error);
      this.#retryTimer = setTimeout(this.#load, RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)]);
    }
  }

  #stop() {
    this.#inFlight?.controller.abort();
    this.#inFlight = null;
    this.#onBusy(false);
  }

  #show(answer, isNew) {
    if (answer === this.#shown) return;
    this.#shown = answer;
    this.#onAnswer(answer, isNew);
  }

  /**
   * The map has moved.
   *
   * @param {View} view
   * @param {boolean} settled whether it has come to rest
   */
  moveTo(view, settled) {
    this.#wanted = view;
    // While the server does not answer, each frame of a drag would send a request.
    if (settled || (!this.#shown && !this.#retryTimer)) this.#load();
    else if (this.#shown && !this.#settleTimer) this.#settleTimer = setTimeout(this.#load, SETTLE_MS);
  }

  /**
   * The filters have changed.
   *
   * @param {Filters} next
   */
  filter(next) {
    this.#filters = next;
    this.#load();
  }

  /** Retries at once. */
  retry() {
    this.#failures = 0;
    this.#load();
  }

  /** Drops the cache and reloads, because the library has changed. */
  refresh() {
    this.#remembered.clear();
    this.#shown = null;
    // An answer in flight may be from before the change.
    this.#stop();
    this.#load();
  }
}
