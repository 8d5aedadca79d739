/**
 * What pointers and the wheel do over the time bar: brush and choose above, pan below, zoom everywhere.
 * @module
 */

import { timeAt } from "./axis.js";
import { dragged, gripAt } from "./brush.js";
import { snapUnit } from "./calendar.js";
import { AXIS_HEIGHT } from "./histogram-canvas.js";
import { lengthOf } from "../core/span.js";

/** Less is a click. */
const DRAG_PX = 4;
const REACH_PX = { mouse: 7, pen: 12, touch: 20 };
const WHEEL_SPEED = 0.0022;
const LINE_PX = 18;

/**
 * @typedef {import("../core/span.js").Span} Span
 *
 * @param {HTMLElement} plot
 * @param {object} bar
 * @param {() => Span} bar.axis
 * @param {() => Span} bar.whole
 * @param {() => Span | null} bar.chosen
 * @param {() => {start: number, end: number} | null} bar.edges where the chosen span lies, in pixels
 * @param {(span: Span, how: {isMoving: boolean}) => void} bar.choose
 * @param {(span: Span | null) => void} bar.restore what was chosen before a drag that came to nothing
 * @param {() => void} bar.clear
 * @param {(time: number, isOnAxis: boolean) => void} bar.click
 * @param {(time: number | null) => void} bar.hover
 * @param {(factor: number, around: number) => void} bar.zoom
 * @param {(by: number) => void} bar.pan
 */
export function createTimeGestures(plot, bar) {
  /** @type {Map<number, number>} where each pointer that is down is */
  const pointers = new Map();
  /** @type {any} the drag that one pointer does */
  let drag = null;

  const place = (event) => {
    const box = plot.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top, width: box.width, height: box.height };
  };
  const moment = ({ x, width }) => timeAt(bar.axis(), width, x);

  plot.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const at = place(event);
    plot.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at.x);
    bar.hover(null);
    if (pointers.size > 1) return giveUp();
    const isOnAxis = at.y > at.height - AXIS_HEIGHT;
    const grip = isOnAxis ? "axis" : gripAt(at.x, bar.edges(), REACH_PX[event.pointerType] ?? REACH_PX.touch);
    const started = moment(at);
    const before = bar.chosen();
    drag = { grip, started, before, span: before ?? { from: started, through: started }, x: at.x, last: at.x, isMoving: false };
  });

  plot.addEventListener("pointermove", (event) => {
    const at = place(event);
    if (!pointers.has(event.pointerId)) return bar.hover(event.pointerType === "mouse" ? moment(at) : null);
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, x]) => x);
    if (others.length) pinch(pointers.get(event.pointerId), at.x, others[0], at.width);
    pointers.set(event.pointerId, at.x);
    if (!drag) return;
    drag.isMoving ||= Math.abs(at.x - drag.x) >= DRAG_PX;
    if (drag.isMoving) follow(at);
  });

  function follow(at) {
    const axis = bar.axis();
    if (drag.grip === "axis") {
      bar.pan(((drag.last - at.x) / at.width) * lengthOf(axis));
      drag.last = at.x;
      return;
    }
    const unit = snapUnit(lengthOf(axis) / at.width);
    bar.choose(dragged({ ...drag, now: moment(at) }, unit, bar.whole()), { isMoving: true });
  }

  function pinch(was, is, other, width) {
    const factor = Math.max(10, Math.abs(is - other)) / Math.max(10, Math.abs(was - other));
    bar.zoom(factor, timeAt(bar.axis(), width, (was + other) / 2));
    bar.pan((((was - is) / 2) / width) * lengthOf(bar.axis()));
  }

  plot.addEventListener("pointerup", (event) => {
    if (!pointers.delete(event.pointerId) || !drag) return;
    const { grip, isMoving } = drag;
    drag = null;
    if (!isMoving) bar.click(moment(place(event)), grip === "axis");
    else if (grip !== "axis") settle();
  });

  plot.addEventListener("pointercancel", (event) => {
    pointers.delete(event.pointerId);
    giveUp();
  });

  plot.addEventListener("pointerleave", () => bar.hover(null));
  plot.addEventListener("dblclick", () => bar.clear());

  plot.addEventListener("wheel", (event) => {
    event.preventDefault();
    const pixels = event.deltaMode === 0 ? 1 : LINE_PX;
    const at = place(event);
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isSideways) bar.pan((((event.deltaX || event.deltaY) * pixels) / at.width) * lengthOf(bar.axis()));
    else bar.zoom(Math.exp(-event.deltaY * pixels * WHEEL_SPEED), moment(at));
  }, { passive: false });

  function settle() {
    const span = bar.chosen();
    if (span) bar.choose(span, { isMoving: false });
  }

  function giveUp() {
    if (drag?.isMoving && drag.grip !== "axis") bar.restore(drag.before);
    drag = null;
  }

  // The focus may be anywhere while a pointer drags.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag?.isMoving) return;
    event.stopPropagation();
    giveUp();
  }, true);
}
