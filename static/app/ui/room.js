/** @module */

import { h, isNarrow } from "./dom.js";
import { insetsOf, peekHeight } from "./rooms.js";

/**
 * How much of the map the page's parts cover; notifies the map when that changes. Before a part has started, the space
 * that is reserved for it counts.
 */
export function createRoom() {
  const covers = {
    panel: () => /** @type {{beside: number, bottom: number, isFull?: boolean}} */ ({ beside: 0, bottom: 0 }),
    /** The strip of the open trip, at the upper or the lower edge. */
    strip: () => ({ top: 0, bottom: 0 }),
    /** The card of a place, at the lower edge. */
    card: () => 0,
    /** The bar of the room in which people look together, at the upper edge of a phone. */
    together: () => 0,
    grid: /** @returns {number} */ () => (isNarrow() && document.documentElement.classList.contains("has-grid") ? peekHeight() : 0),
  };
  /** @type {(() => void)[]} */
  const listeners = [];
  const timeBar = gaugeOfTimeBar(changed);

  function changed() {
    for (const listener of listeners) listener();
  }

  return {
    /** @template {keyof typeof covers} Part @param {Part} part @param {(typeof covers)[Part]} measure */
    cover(part, measure) {
      covers[part] = measure;
    },

    /** @returns {import("../map/fit.js").Covered} */
    insets: () => insetsOf({ panel: covers.panel(), grid: covers.grid(), timeBar: timeBar(), strip: covers.strip(), card: covers.card(), together: covers.together() }),

    changed,

    /** @param {() => void} listener */
    onChange: (listener) => void listeners.push(listener),
  };
}

/**
 * Measures the space that the variable `--time-bar` reserves at the lower edge of the map.
 *
 * @returns {() => number}
 */
function gaugeOfTimeBar(onChange) {
  const gauge = h("div", { class: "time-bar-room", "aria-hidden": "true" });
  document.body.append(gauge);
  let height = gauge.offsetHeight;
  new ResizeObserver(([entry]) => {
    const next = Math.round(entry.contentRect.height);
    if (next === height) return;
    height = next;
    onChange();
  }).observe(gauge);
  return () => height;
}
