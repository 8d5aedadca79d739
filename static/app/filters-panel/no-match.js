/** @module */

import { NO_FILTERS, isFiltered } from "../filters.js";
import { boxAround } from "../map/box-around.js";
import { WHOLE_EARTH } from "../map/viewport.js";
import { countInView } from "../state.js";
import { matchedOf } from "../time/time-parts.js";
import { h, setText } from "../ui/dom.js";

/** An answer that is replaced by the next one at once is not worth a word. */
const WAIT_MS = 350;

/**
 * Says so when the filters leave nothing in view, and offers ways out.
 *
 * @param {object} options
 * @param {import("../state.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {import("../navigation.js").Navigation["filter"]} options.filter
 * @param {(box: number[]) => void} options.fit
 */
export function createNoMatch({ store, api, filter, fit }) {
  const words = h("p", { role: "status" });
  const elsewhere = h("button", { type: "button", class: "button", onclick: () => box && fit(box) }, "Show them");
  const clear = h("button", { type: "button", class: "button is-primary", onclick: () => filter(NO_FILTERS) }, "Clear filters");
  const element = h("div", { class: "no-match", hidden: true }, words, h("div", { class: "no-match-ways" }, elsewhere, clear));
  let timer = 0;
  let request = new AbortController();
  /** @type {number[] | null} */
  let box = null;

  function check() {
    clearTimeout(timer);
    const { filters, busy, moving, time } = store.state;
    // What can be seen needs no counting.
    if (!element.hidden && countInView(store.state) > 0) return hide();
    if (busy || moving || time.isMoving) return;
    if (!isFiltered(filters) || matchedOf(store.state) !== 0) return hide();
    if (element.hidden) timer = setTimeout(look, WAIT_MS);
  }

  function hide() {
    request.abort();
    element.hidden = true;
  }

  /** Whether there are any elsewhere, and where. */
  async function look() {
    request.abort();
    const mine = (request = new AbortController());
    try {
      const { features } = await api.clusters(WHOLE_EARTH, store.state.filters, mine.signal);
      if (mine.signal.aborted) return;
      box = boxAround(features);
      setText(words, box ? "No photo in this view passes the filters." : "No photo passes the filters.");
      elsewhere.hidden = box === null;
      element.hidden = false;
    } catch {
      // The map tells what went wrong, and asks again.
    }
  }

  store.watch((state) => state.filters, () => {
    hide();
    check();
  });
  store.watch((state) => state.pins, check);
  store.watch((state) => state.time, check);
  store.watch((state) => state.busy, check);
  store.watch((state) => state.moving, check);
  return { element };
}
