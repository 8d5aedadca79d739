/**
 * Converts pointer and wheel events to zooming, panning, swiping and double taps on a picture.
 * @module
 */

const DOUBLE_TAP_MS = 320;
const DOUBLE_TAP_PX = 30;
const TAP_PX = 8;
const WHEEL_STEP = 0.0022;
/** A pinch on a touchpad arrives as wheel events with the Control key and much smaller numbers. */
const TOUCHPAD_STEP = 0.012;
const LINE_PX = 16;

/**
 * @typedef {import("./zoom.js").Point} Point
 *
 * @typedef {object} Listener points are relative to the middle of the stage
 * @property {(factor: number, point: Point) => void} onZoom
 * @property {(by: Point) => void} onPan with two fingers, or one on a picture that is zoomed
 * @property {(by: Point) => void} onSwipe how far one finger has moved since it touched
 * @property {(by: Point, milliseconds: number) => void} onSwipeEnd
 * @property {(point: Point) => void} onDoubleTap
 * @property {() => boolean} isZoomed
 *
 * @param {HTMLElement} stage
 * @param {Listener} listener
 */
export function watchGestures(stage, listener) {
  /** @type {Map<number, Point>} the pointers that are down */
  const pointers = new Map();
  /** @type {{from: Point, at: number, isSwipe: boolean, wasPinch: boolean} | null} */
  let touch = null;
  let lastTap = { x: Infinity, y: Infinity, at: 0 };

  stage.addEventListener("wheel", wheel, { passive: false });
  stage.addEventListener("pointerdown", down);
  stage.addEventListener("pointermove", move);
  stage.addEventListener("pointerup", up);
  stage.addEventListener("pointercancel", cancel);

  function pointOf(event) {
    const { left, top, width, height } = stage.getBoundingClientRect();
    return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
  }

  function wheel(event) {
    event.preventDefault();
    const step = event.ctrlKey ? TOUCHPAD_STEP : WHEEL_STEP;
    listener.onZoom(Math.exp(-event.deltaY * (event.deltaMode ? LINE_PX : 1) * step), pointOf(event));
  }

  function down(event) {
    if (event.button !== 0 || event.target.closest("button, a, video")) return;
    stage.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, pointOf(event));
    if (pointers.size > 1) return void endSwipe(event, true);
    const isSwipe = event.pointerType === "touch" && !listener.isZoomed();
    touch = { from: pointOf(event), at: event.timeStamp, isSwipe, wasPinch: false };
  }

  function move(event) {
    const before = pointers.get(event.pointerId);
    if (!before || !touch) return;
    const now = pointOf(event);
    if (pointers.size === 1) {
      if (touch.isSwipe) listener.onSwipe(minus(now, touch.from));
      else listener.onPan(minus(now, before));
    } else {
      const [, other] = [...pointers].find(([id]) => id !== event.pointerId);
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      listener.onPan(scaled(minus(now, before), 0.5));
      listener.onZoom(factor, scaled(plus(now, other), 0.5));
    }
    pointers.set(event.pointerId, now);
  }

  function up(event) {
    if (!pointers.delete(event.pointerId) || !touch) return;
    if (pointers.size > 0) return;
    const here = pointOf(event);
    const isTap = !touch.wasPinch && distance(here, touch.from) < TAP_PX;
    endSwipe(event, false);
    touch = null;
    if (isTap) tap(here, event.timeStamp);
  }

  function cancel(event) {
    pointers.delete(event.pointerId);
    endSwipe(event, true);
    if (pointers.size === 0) touch = null;
  }

  /** A second finger turns a swipe into a pinch. */
  function endSwipe(event, isGivenUp) {
    if (!touch) return;
    const by = isGivenUp ? { x: 0, y: 0 } : minus(pointOf(event), touch.from);
    if (touch.isSwipe) listener.onSwipeEnd(by, event.timeStamp - touch.at);
    touch = { ...touch, isSwipe: false, wasPinch: touch.wasPinch || isGivenUp };
  }

  function tap(point, at) {
    const isSecond = at - lastTap.at < DOUBLE_TAP_MS && distance(point, lastTap) < DOUBLE_TAP_PX;
    lastTap = isSecond ? { x: Infinity, y: Infinity, at: 0 } : { ...point, at };
    if (isSecond) listener.onDoubleTap(point);
  }
}

const plus = (one, other) => ({ x: one.x + other.x, y: one.y + other.y });
const minus = (one, other) => ({ x: one.x - other.x, y: one.y - other.y });
const scaled = ({ x, y }, factor) => ({ x: x * factor, y: y * factor });
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
