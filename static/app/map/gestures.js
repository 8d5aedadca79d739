/**
 * Clicks, long presses and the Enter key on the map itself, as opposed to those on pins, double clicks and drags.
 * @module
 */

const DOUBLE_CLICK_MS = 230;
const LONG_PRESS_MS = 480;
const STEADY_PX = 10;
const FINGERTIP = 9;
/** The Enter key opens a feature within this many pixels of the middle. */
const AIM = 14;

/**
 * @param {any} map MapLibre's map
 * @param {object} listeners
 * @param {() => string[]} listeners.layers the layers whose features can be opened
 * @param {(feature: import("../api/photos.js").Photo) => void} listeners.onFeature
 * @param {(point: {lngLat: any, point: any}) => void} listeners.onSpot called for a click that hits no feature, and for a long press
 */
export function listenForGestures(map, { layers, onFeature, onSpot }) {
  const surface = map.getCanvas();
  let pending = 0;
  let pressing = 0;
  let pressed = -Infinity;
  let start = { x: 0, y: 0 };
  let isHovering = false;

  map.on("click", (event) => {
    clearTimeout(pending);
    if (event.originalEvent.target?.closest?.("button, a")) return;
    // This click is the finger lifted after a long press.
    if (performance.now() - pressed < 700) return;
    const feature = featureAt(event.point);
    if (feature) return void onFeature(feature);
    // The first click of a double click zooms in together with the second.
    if (event.originalEvent.detail > 1) return;
    pending = setTimeout(() => onSpot(event), DOUBLE_CLICK_MS);
  });

  surface.addEventListener("pointerdown", (event) => {
    clearTimeout(pressing);
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    start = { x: event.clientX, y: event.clientY };
    pressing = setTimeout(() => press(start), LONG_PRESS_MS);
  });
  surface.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > STEADY_PX) clearTimeout(pressing);
  });
  for (const type of ["pointerup", "pointercancel"]) surface.addEventListener(type, () => clearTimeout(pressing));
  map.on("movestart", () => clearTimeout(pressing));
  // A long press would open the browser's own menu. A mouse may still open it.
  surface.addEventListener("contextmenu", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType !== "mouse") event.preventDefault();
  });

  // If a button is released over another part of the page or outside the window, MapLibre notices only with the next
  // movement of the pointer. Until then it would keep dragging.
  const container = map.getCanvasContainer();
  addEventListener("mouseup", (event) => {
    if (event.isTrusted && !event.composedPath().includes(container)) container.dispatchEvent(new MouseEvent("mouseup", event));
  });

  function press({ x, y }) {
    pressed = performance.now();
    const { left, top } = surface.getBoundingClientRect();
    const point = [x - left, y - top];
    onSpot({ lngLat: map.unproject(point), point: { x: point[0], y: point[1] } });
  }

  // Heat and points are not elements that can have the focus, so Enter opens what is in the middle of the map.
  surface.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.altKey || event.ctrlKey || event.metaKey) return;
    const lngLat = map.getCenter();
    const point = map.project(lngLat);
    const feature = featureAt(point, AIM);
    if (feature) onFeature(feature);
    else onSpot({ lngLat, point });
  });

  map.on("mousemove", ({ point, originalEvent }) => {
    if (originalEvent.buttons || (layers().length === 0 && !isHovering)) return;
    const hovers = Boolean(featureAt(point, 2));
    if (hovers === isHovering) return;
    isHovering = hovers;
    surface.style.cursor = hovers ? "pointer" : "";
  });

  function featureAt({ x, y }, reach = FINGERTIP / 2) {
    const present = layers().filter((id) => map.getLayer(id));
    if (!present.length) return null;
    return map.queryRenderedFeatures([[x - reach, y - reach], [x + reach, y + reach]], { layers: present })[0] ?? null;
  }
}
