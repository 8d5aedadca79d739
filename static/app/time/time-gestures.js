/**
 * The pointer and the wheel over the time bar: choose a span above, pan below, zoom everywhere.
 * @module
 */

import { timeAt } from "./axis.js";
import { dragged, gripAt } from "./brush.js";
import { snapUnit } from "./calendar.js";
import { AXIS_HEIGHT } from "./histogram-canvas.js";
import { lengthOf } from "../core/span.js";

/** A movement shorter than this is a click. */
const DRAG_PX = 4;
const REACH_PX = { mouse: 7, pen: 12, touch: 20 };
const WHEEL_SPEED = 0.0022;
const LINE_PX = 18;

/**
 * @typedef {import("../core/span.js").Span} Span
 */
export class TimeGestures {
  #plot;
  #bar;
  /** @type {Map<number, number>} where each pointer that is down is */
  #pointers = new Map();
  /** @type {any} the drag that one pointer does */
  #drag = null;

  /**
   * @param {HTMLElement} plot
   * @param {object} bar
   * @param {() => Span} bar.axis
   * @param {() => Span} bar.whole
   * @param {() => Span | null} bar.chosen
   * @param {() => {start: number, end: number} | null} bar.edges the ends of the chosen span, in pixels
   * @param {(x: number, reach: number) => void} bar.press called before a drag begins
   * @param {(span: Span, how: {isMoving: boolean}) => void} bar.choose
   * @param {(span: Span | null) => void} bar.restore restores the span from before a drag that was cancelled
   * @param {() => void} bar.clear
   * @param {(time: number, isOnAxis: boolean) => void} bar.click
   * @param {(time: number | null) => void} bar.hover
   * @param {(factor: number, around: number) => void} bar.zoom
   * @param {(by: number) => void} bar.pan
   */
  constructor(plot, bar) {
    this.#plot = plot;
    this.#bar = bar;
    this.#plot.addEventListener("pointerdown", this.#press);
    this.#plot.addEventListener("pointermove", this.#move);
    this.#plot.addEventListener("pointerup", this.#release);
    this.#plot.addEventListener("pointercancel", (event) => {
      this.#pointers.delete(event.pointerId);
      this.#giveUp();
    });
    this.#plot.addEventListener("pointerleave", () => this.#bar.hover(null));
    this.#plot.addEventListener("dblclick", () => this.#bar.clear());
    this.#plot.addEventListener("wheel", this.#wheel, { passive: false });
    // On the window, because the focus may be anywhere during a drag.
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#drag?.isMoving) return;
      event.stopPropagation();
      this.#giveUp();
    }, true);
  }

  #press = (event) => {
    if (event.button !== 0) return;
    const at = this.#place(event);
    this.#plot.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, at.x);
    this.#bar.hover(null);
    if (this.#pointers.size > 1) return this.#giveUp();
    const isOnAxis = at.y > at.height - AXIS_HEIGHT;
    const reach = REACH_PX[event.pointerType] ?? REACH_PX.touch;
    if (!isOnAxis) this.#bar.press(at.x, reach);
    const grip = isOnAxis ? "axis" : gripAt(at.x, this.#bar.edges(), reach);
    const started = this.#moment(at);
    const before = this.#bar.chosen();
    this.#drag = { grip, started, before, span: before ?? { from: started, through: started }, x: at.x, last: at.x, isMoving: false };
  };

  #move = (event) => {
    const at = this.#place(event);
    if (!this.#pointers.has(event.pointerId)) return this.#bar.hover(event.pointerType === "mouse" ? this.#moment(at) : null);
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, x]) => x);
    if (others.length) this.#pinch(this.#pointers.get(event.pointerId), at.x, others[0], at.width);
    this.#pointers.set(event.pointerId, at.x);
    if (!this.#drag) return;
    this.#drag.isMoving ||= Math.abs(at.x - this.#drag.x) >= DRAG_PX;
    if (this.#drag.isMoving) this.#follow(at);
  };

  #release = (event) => {
    if (!this.#pointers.delete(event.pointerId) || !this.#drag) return;
    const { grip, isMoving } = this.#drag;
    this.#drag = null;
    if (!isMoving) this.#bar.click(this.#moment(this.#place(event)), grip === "axis");
    else if (grip !== "axis") this.#settle();
  };

  #wheel = (event) => {
    event.preventDefault();
    const pixels = event.deltaMode === 0 ? 1 : LINE_PX;
    const at = this.#place(event);
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isSideways) this.#bar.pan((((event.deltaX || event.deltaY) * pixels) / at.width) * lengthOf(this.#bar.axis()));
    else this.#bar.zoom(Math.exp(-event.deltaY * pixels * WHEEL_SPEED), this.#moment(at));
  };

  #place(event) {
    const box = this.#plot.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top, width: box.width, height: box.height };
  }

  #moment({ x, width }) {
    return timeAt(this.#bar.axis(), width, x);
  }

  #follow(at) {
    const axis = this.#bar.axis();
    if (this.#drag.grip === "axis") {
      this.#bar.pan(((this.#drag.last - at.x) / at.width) * lengthOf(axis));
      this.#drag.last = at.x;
      return;
    }
    const unit = snapUnit(lengthOf(axis) / at.width);
    this.#bar.choose(dragged({ ...this.#drag, now: this.#moment(at) }, unit, this.#bar.whole()), { isMoving: true });
  }

  #pinch(was, is, other, width) {
    const factor = Math.max(10, Math.abs(is - other)) / Math.max(10, Math.abs(was - other));
    this.#bar.zoom(factor, timeAt(this.#bar.axis(), width, (was + other) / 2));
    this.#bar.pan((((was - is) / 2) / width) * lengthOf(this.#bar.axis()));
  }

  #settle() {
    const span = this.#bar.chosen();
    if (span) this.#bar.choose(span, { isMoving: false });
  }

  #giveUp() {
    if (this.#drag?.isMoving && this.#drag.grip !== "axis") this.#bar.restore(this.#drag.before);
    this.#drag = null;
  }
}
