/** @module */

import { h } from "./dom.js";

/**
 * Measures the room that the variable `--time-bar` keeps free at the lower edge of the map.
 *
 * @param {() => void} onChange
 */
export function createTimeBarRoom(onChange) {
  const gauge = h("div", { class: "time-bar-room", "aria-hidden": "true" });
  document.body.append(gauge);
  let height = gauge.offsetHeight;
  new ResizeObserver(([entry]) => {
    const next = Math.round(entry.contentRect.height);
    if (next === height) return;
    height = next;
    onChange();
  }).observe(gauge);
  return {
    /** @returns {number} in pixels */
    height: () => height,
  };
}
