/**
 * Fetches all pages of the photos of the day whose line is shown.
 * @module
 */

import { setWithin } from "../core/store.js";
import { dayParameters } from "./day.js";
import { TEXTS } from "../core/texts.js";

/**
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createDayLoader(store, api) {
  let request = new AbortController();

  return {
    /** @param {string} date */
    async load(date) {
      request.abort();
      const mine = (request = new AbortController());
      const change = (/** @type {Partial<import("./day.js").Day>} */ changes) => store.change((state) =>
        state.day?.date === date ? setWithin("day", changes)(state) : state);
      try {
        let photos = [];
        let ask = (signal) => api.day(dayParameters(date), signal);
        while (ask) {
          const answer = await ask(mine.signal);
          if (mine.signal.aborted || store.state.day?.date !== date) return;
          photos = [...photos, ...answer.features];
          ask = api.after(answer);
          change(ask ? { photos } : { photos, status: "ready" });
        }
      } catch (error) {
        if (!mine.signal.aborted) change({ status: "failed", problem: TEXTS.dayFailed(error.message) });
      }
    },
  };
}
