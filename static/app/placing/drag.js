/**
 * Follows the pointer with what is dragged onto the map. Pointer events, since browsers begin a drag of their own
 * on no button, and end it when what was dragged is hidden.
 * @module
 */

import { byId, h } from "../ui/dom.js";

/** A pointer that moves less has clicked. */
const STEADY_PX = 8;

/**
 * @param {PointerEvent} start
 * @param {object} options
 * @param {import("../map/map-view.js").MapCanvas} options.mapView
 * @param {() => string} options.onStart returns what the pointer carries, in words
 * @param {(spot: import("../map/map-address.js").Spot | null) => void} options.onDrop null beside the map, or if the reader pressed Escape
 */
export function followPointer(start, { mapView, onStart, onDrop }) {
  /** @type {HTMLElement | null} */
  let load = null;
  const listening = new AbortController();
  const hear = (type, listener) => addEventListener(type, listener, { capture: true, signal: listening.signal });

  hear("pointermove", (event) => {
    if (event.pointerId !== start.pointerId) return;
    if (!load && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < STEADY_PX) return;
    if (!load) document.body.append((load = h("div", { class: "placing-load", "aria-hidden": "true" }, onStart())));
    load.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  });
  hear("pointerup", (event) => end(isOverMap(event) ? mapView.spotAt(event) : null));
  hear("pointercancel", () => end(null));
  hear("keydown", (event) => {
    if (event.key !== "Escape" || !load) return;
    event.stopPropagation();
    event.preventDefault();
    end(null);
  });

  function end(spot) {
    listening.abort();
    load?.remove();
    if (load) onDrop(spot);
  }
}

/** @param {PointerEvent} event */
function isOverMap({ clientX, clientY }) {
  return byId("map").contains(document.elementFromPoint(clientX, clientY));
}
