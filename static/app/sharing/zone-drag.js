/** @module */

import { nearestCopy } from "../core/viewport.js";
import { dropNextClick } from "../ui/hold.js";

/** @typedef {import("../map/map-address.js").Spot} Spot */

/**
 * Drags a part of the circle by mouse, pen or finger. It keeps its distance to the pointer.
 *
 * @param {HTMLElement | SVGPathElement} element
 * @param {import("../map/map-view.js").MapCanvas} mapView
 * @param {object} options
 * @param {(spot: Spot) => void} options.onMove
 * @param {() => Spot | null | undefined} options.held the place that follows the pointer
 */
export function followPointer(element, mapView, { onMove, held }) {
  /** @type {{pointer: number, dx: number, dy: number, hasMoved: boolean} | null} the distance from the pointer to what it holds */
  let grip = null;

  /** @param {PointerEvent} event */
  function start(event) {
    const spot = held();
    if (!spot || event.button !== 0 || !event.isPrimary) return;
    const { left, top } = mapView.layer.getBoundingClientRect();
    const { x, y } = mapView.project(nearestCopy(spot.lon, mapView.middle().lon), spot.lat);
    grip = { pointer: event.pointerId, dx: left + x - event.clientX, dy: top + y - event.clientY, hasMoved: false };
    element.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (event.pointerId !== grip?.pointer) return;
    grip.hasMoved = true;
    const spot = mapView.spotAt({ clientX: event.clientX + grip.dx, clientY: event.clientY + grip.dy });
    if (spot) onMove(spot);
  }

  /** @param {PointerEvent} event */
  function end({ type }) {
    // The part follows in the next frame. Safari ignores the capture: it would click the map beside the part.
    if (type === "pointerup" && grip?.hasMoved) dropNextClick();
    grip = null;
  }

  const listeners = { pointerdown: start, pointermove: move, pointerup: end, pointercancel: end };
  for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, /** @type {EventListener} */ (listener));
  // The map would move, zoom or take it for a click.
  for (const type of ["mousedown", "touchstart", "click", "dblclick"]) element.addEventListener(type, (event) => event.stopPropagation());
}
