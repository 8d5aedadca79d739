/**
 * A drag onto the map, by pointer events. The browser's own drag and drop does not start on buttons, and ends when the
 * dragged element is hidden.
 * @module
 */

import { byId } from "../ui/dom.js";
import { dropNextClick } from "../ui/hold.js";
import { driftAt } from "./drift.js";

/** A movement shorter than this is a click. */
const STEADY_PX = 8;

/**
 * @typedef {{clientX: number, clientY: number}} Point of the window
 * @typedef {import("../map/map-address.js").Spot} Spot
 *
 * @param {PointerEvent} start
 * @param {object} options
 * @param {import("../map/map-view.js").MapCanvas} options.mapView
 * @param {{x: number, y: number}} [options.offset] from the pointer to the position that is chosen
 * @param {boolean} [options.isLifted] whether it begins at once, and not with a movement
 * @param {() => import("./load.js").Load} options.onStart returns what the pointer carries
 * @param {(spot: Spot | null, hasMoved: boolean) => unknown} options.onDrop null if it is dropped beside the map, or if the reader pressed Escape. What is
 * carried stays until the returned promise is settled
 */
export function followPointer(start, { mapView, offset = { x: 0, y: 0 }, isLifted = false, onStart, onDrop }) {
  /** @type {import("./load.js").Load | null} */
  let load = null;
  /** @type {Point} */
  let last = start;
  let hasMoved = false;
  let frame = 0;
  const listening = new AbortController();
  const listen = (type, listener) => addEventListener(type, listener, { capture: true, signal: listening.signal });

  listen("pointermove", (event) => {
    if (event.pointerId !== start.pointerId) return;
    hasMoved ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) >= STEADY_PX;
    if (!hasMoved) return;
    last = event;
    if (!load) begin();
    follow();
  });
  listen("pointerup", (event) => event.pointerId === start.pointerId && end(spotBelow()));
  listen("pointercancel", (event) => event.pointerId === start.pointerId && end(null));
  listen("keydown", (event) => {
    if (event.key !== "Escape" || !load) return;
    event.stopPropagation();
    event.preventDefault();
    end(null);
  });
  listen("contextmenu", (event) => event.preventDefault());
  if (isLifted) {
    letGoOfMap(mapView.layer);
    begin();
    follow();
  }

  function begin() {
    load = onStart();
    document.body.append(load.element);
    frame = requestAnimationFrame(driftAtEdge);
  }

  function tip() {
    return { clientX: last.clientX + offset.x, clientY: last.clientY + offset.y };
  }

  function spotBelow() {
    return isOverMap(tip()) ? mapView.spotAt(tip()) : null;
  }

  function follow() {
    load?.show(tip(), spotBelow());
  }

  function driftAtEdge() {
    frame = requestAnimationFrame(driftAtEdge);
    const by = hasMoved && isOverMap(tip()) ? driftAt(tip(), byId("map").getBoundingClientRect()) : [0, 0];
    if (!by[0] && !by[1]) return;
    mapView.panBy(by);
    follow();
  }

  async function end(spot) {
    listening.abort();
    cancelAnimationFrame(frame);
    if (!load) return;
    dropNextClick();
    if (!spot) load.element.remove();
    try {
      await onDrop(spot, hasMoved);
    } finally {
      load.element.remove();
    }
  }
}

/** MapLibre has begun to drag the map, and would go on. */
function letGoOfMap(layer) {
  layer.dispatchEvent(new MouseEvent("mouseup"));
  // Without fingers, which MapLibre reads. Safari has the event only where there is a touch screen.
  if (typeof TouchEvent === "function") layer.dispatchEvent(new TouchEvent("touchcancel"));
}

/** @param {Point} point */
function isOverMap({ clientX, clientY }) {
  return byId("map").contains(document.elementFromPoint(clientX, clientY));
}
