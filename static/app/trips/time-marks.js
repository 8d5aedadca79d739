/**
 * Trips as marks above the time bar. They are for the pointer; the list of trips has the same for all.
 * @module
 */

import { wholeAxis } from "../time/axis.js";
import { h } from "../ui/dom.js";
import { marksOf } from "./trip-marks.js";
import { formatDates } from "./trips-state.js";

/** In narrower bars marks would be too close to each other. */
const LEAST_WIDTH = 300;

/**
 * @param {import("../core/store.js").Store} store
 * @param {(trip: import("../api/trips.js").Trip) => void} onChoose
 */
export function createTimeMarks(store, onChoose) {
  const plot = document.querySelector(".time-plot");
  if (!plot) return;
  const element = h("div", { class: "time-trips", "aria-hidden": "true" });
  plot.append(element);
  /** @type {import("../api/trips.js").Trip[]} */
  let shown = [];
  let key = "";
  // The bar below must not begin a span, nor describe its bucket.
  element.addEventListener("pointerdown", (event) => event.stopPropagation());
  element.addEventListener("dblclick", (event) => event.stopPropagation());
  element.addEventListener("pointermove", (event) => {
    event.stopPropagation();
    plot.dispatchEvent(new PointerEvent("pointerleave"));
  });
  element.addEventListener("click", ({ target }) => {
    const trip = shown[[...element.children].indexOf(/** @type {Element} */ (target))];
    if (trip) onChoose(trip);
  });

  function draw() {
    const { trips: { trips }, library: { taken }, time, filters } = store.state;
    const width = plot.clientWidth;
    if (!taken || width < LEAST_WIDTH || !trips.length) return void element.replaceChildren();
    const marks = marksOf(trips, time.axis ?? wholeAxis(taken), width);
    shown = marks.map(({ trip }) => trip);
    const next = JSON.stringify([marks, filters.trip]);
    if (next === key && element.childElementCount) return;
    key = next;
    element.replaceChildren(...marks.map(({ trip: { id, name, from, to }, x, width: length }) => {
      const mark = h("span", { class: "time-trip", title: [name, formatDates(from, to)].join(" · "), "data-current": from <= filters.trip && filters.trip <= to, "data-trip": id });
      mark.style.cssText = `left: ${x.toFixed(1)}px; width: ${length.toFixed(1)}px`;
      return mark;
    }));
  }

  new ResizeObserver(draw).observe(plot);
  store.watch((state) => state.trips.trips, draw);
  store.watch((state) => state.time.axis, draw);
  store.watch((state) => state.library.taken, draw);
  store.watch((state) => state.filters.trip, draw);
}
