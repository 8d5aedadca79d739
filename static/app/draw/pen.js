/**
 * Draws by mouse, pen or one finger. Two fingers, the wheel, and the mouse while Space is pressed move the map.
 * @module
 */

/** @typedef {import("../map/map-address.js").Spot} Spot */

/**
 * @param {HTMLElement} surface over the map
 * @param {import("../map/map-view.js").MapCanvas} mapView
 * @param {object} stroke
 * @param {(spot: Spot) => void} stroke.onStart
 * @param {(spot: Spot) => void} stroke.onMove
 * @param {() => void} stroke.onEnd
 * @param {() => void} stroke.onCancel
 */
export function listenToPen(surface, mapView, { onStart, onMove, onEnd, onCancel }) {
  /** @type {Set<number>} */
  const pressed = new Set();
  let drawing = NaN;
  let isMovingMap = false;

  /** @param {boolean} isMoving */
  function moveMap(isMoving) {
    isMovingMap = isMoving;
    surface.classList.toggle("is-moving-map", isMoving);
  }

  /** @param {PointerEvent} event */
  function start(event) {
    pressed.add(event.pointerId);
    if (pressed.size > 1) return cancel();
    const spot = mapView.spotAt(event);
    if (!spot || event.button !== 0 || isMovingMap) return;
    drawing = event.pointerId;
    surface.setPointerCapture(drawing);
    onStart(spot);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (event.pointerId !== drawing) return;
    const spot = mapView.spotAt(event);
    if (spot) onMove(spot);
  }

  /** @param {PointerEvent} event */
  function end({ pointerId, type }) {
    pressed.delete(pointerId);
    if (pointerId !== drawing) return;
    if (type === "pointercancel") return cancel();
    drawing = NaN;
    onEnd();
  }

  function cancel() {
    if (!Number.isNaN(drawing)) onCancel();
    drawing = NaN;
  }

  const listeners = { pointerdown: start, pointermove: move, pointerup: end, pointercancel: end };
  for (const [type, listener] of Object.entries(listeners)) surface.addEventListener(type, /** @type {EventListener} */ (listener));
  // The map hears only of what is to move it.
  surface.addEventListener("mousedown", (event) => isMovingMap || event.stopPropagation());
  surface.addEventListener("touchstart", (event) => event.touches.length > 1 || event.stopPropagation());
  for (const type of ["click", "dblclick"]) surface.addEventListener(type, (event) => event.stopPropagation());
  surface.addEventListener("keydown", ({ key }) => key === " " && moveMap(true));
  for (const type of ["keyup", "blur"]) surface.addEventListener(type, () => moveMap(false));
}
