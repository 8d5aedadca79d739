/**
 * A drag onto the map, by pointer events. The browser's own drag and drop does not start on buttons, and ends when the
 * dragged element is hidden.
 * @module
 */

import { byId, h } from "../ui/dom.js";

/** A movement shorter than this is a click. */
const STEADY_PX = 8;

/**
 * @param {PointerEvent} start
 * @param {object} options
 * @param {import("../map/map-view.js").MapCanvas} options.mapView
 * @param {() => string} options.onStart returns a text for what is dragged
 * @param {(spot: import("../map/map-address.js").Spot | null) => void} options.onDrop null if it is dropped beside the map, or if the reader pressed Escape
 */
export function followPointer(start, { mapView, onStart, onDrop }) {
  /** @type {HTMLElement | null} */
  let load = null;
  const listening = new AbortController();
  const listen = (type, listener) => addEventListener(type, listener, { capture: true, signal: listening.signal });

  listen("pointermove", (event) => {
    if (event.pointerId !== start.pointerId) return;
    if (!load && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < STEADY_PX) return;
    if (!load) document.body.append((load = h("div", { class: "placing-load", "aria-hidden": "true" }, onStart())));
    load.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  });
  listen("pointerup", (event) => end(isOverMap(event) ? mapView.spotAt(event) : null));
  listen("pointercancel", () => end(null));
  listen("keydown", (event) => {
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
