/** @module */

import { NO_FILTERS, isFiltered } from "./filters.js";
import { matchesNow } from "./matches.js";
import { countInView } from "../map/count-in-view.js";
import { matchedNow } from "../time/time-parts.js";
import { h, setText } from "../ui/dom.js";
import { TEXTS } from "../core/texts.js";

/** An empty answer that the next one replaces within this time shows no message. */
const WAIT_MS = 350;

/**
 * Shows a message if no photo in view matches the filters, with buttons that help.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("./filters.js").Narrow} options.filter
 * @param {(box: number[]) => void} options.fit
 */
export function createNoMatch({ store, filter, fit }) {
  const words = h("p", { role: "status" });
  const elsewhere = h("button", { type: "button", class: "button", onclick: showMatches }, TEXTS.showMatches);
  const clear = h("button", { type: "button", class: "button is-primary", onclick: () => filter(NO_FILTERS) }, TEXTS.clearFilters);
  const element = h("div", { class: "no-match", hidden: true }, words, h("div", { class: "no-match-ways" }, elsewhere, clear));
  let timer = 0;

  function check() {
    clearTimeout(timer);
    const { busy, moving, time } = store.state;
    if (!isEmpty(store.state)) return hide();
    if (busy || moving || time.isMoving) return;
    timer = setTimeout(show, element.hidden ? WAIT_MS : 0);
  }

  function hide() {
    element.hidden = true;
  }

  function show() {
    const matches = matchesNow(store.state);
    if (!matches) return;
    setText(words, matches.total ? TEXTS.noMatchesInView : TEXTS.noPhotosMatch);
    elsewhere.hidden = matches.total === 0;
    element.hidden = false;
  }

  function showMatches() {
    const box = matchesNow(store.state)?.box;
    if (box) fit(box);
  }

  for (const part of /** @type {const} */ (["filters", "comparison", "pins", "time", "busy", "moving", "matches"])) store.watch((state) => state[part], check);
  return { element };
}

/**
 * The photos of a cluster at the edge may be in view although its pin is not. The exact count includes them.
 *
 * @param {import("../core/store.js").State} state
 */
function isEmpty(state) {
  return isFiltered(state.filters) && !state.comparison && countInView(state) === 0 && !matchedNow(state);
}
