/**
 * Fetches all pages of the photos of the day whose line is shown.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { setWithin } from "../core/store.js";
import { dayParameters } from "./day.js";
import { TEXTS } from "../core/texts.js";

/**
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createDayLoader(store, api) {
  const latest = createLatest();

  return {
    /** @param {string} date */
    load(date) {
      const change = (/** @type {Partial<import("./day.js").Day>} */ changes) => store.change((state) =>
        state.day?.date === date ? setWithin("day", changes)(state) : state);
      return latest.load(async (signal) => {
        let photos = [];
        let ask = () => api.day(dayParameters(date), signal);
        while (ask) {
          const answer = await ask();
          if (signal.aborted || store.state.day?.date !== date) return;
          photos = [...photos, ...answer.features];
          const next = api.after(answer);
          ask = next && (() => next(signal));
          change(ask ? { photos } : { photos, status: "ready" });
        }
      }, () => {}, (error) => change({ status: "failed", problem: TEXTS.dayFailed(error.message) }));
    },
  };
}
