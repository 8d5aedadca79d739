/** @module */

import { h, isNarrow } from "./dom.js";
import { PEEK, insetsOf } from "./rooms.js";

/**
 * What the page's parts cover of the map, and word of it when that changes. Parts that are not there yet cover what
 * was kept free for them.
 */
export function createRoom() {
  const covers = {
    panel: () => ({ right: 0, bottom: 0 }),
    grid: () => (isNarrow() && document.documentElement.classList.contains("has-grid") ? PEEK : 0),
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
    insets: () => insetsOf({ panel: covers.panel(), grid: covers.grid(), timeBar: timeBar() }),

    changed,

    /** @param {() => void} listener */
    onChange: (listener) => void listeners.push(listener),
  };
}

/** Measures the room that the variable `--time-bar` keeps free at the lower edge of the map. @returns {() => number} */
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
