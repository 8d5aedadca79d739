/**
 * Draws the histogram and the axis below it on one canvas: a few hundred rectangles per frame.
 * @module
 */

import { markStep, marksOf } from "./calendar.js";
import { xOf } from "./axis.js";
import { barsOf } from "./histogram.js";
import { DIRECTION } from "../core/language.js";
import { lengthOf } from "../core/span.js";
import { wordMark } from "./words.js";

/**
 * @typedef {import("../core/span.js").Span} Span
 * @typedef {object} Picture
 * @property {Span} axis
 * @property {import("./histogram.js").TimeCounts | null} counts
 * @property {{span: Span, isSecond: boolean}[]} spans the chosen one, and the second of a comparison
 * @property {Span | null} hovered the bucket below the pointer
 */

/** The height of the axis, and the smallest distance between its marks. */
export const AXIS_HEIGHT = 19;
export const MARK_ROOM = 52;
const LEAST_HEIGHT = 2;
const FONT = "11px";

/** @param {HTMLCanvasElement} canvas */
export class HistogramCanvas {
  #canvas;
  #pen;
  #size = { width: 0, height: 0 };
  /** @type {Record<string, string>} */
  #colours = {};

  constructor(canvas) {
    this.#canvas = canvas;
    this.#pen = this.#canvas.getContext("2d");
  }

  /** Resolves a colour when it is used, because it may be a pair for light and dark. */
  #colourOf(name) {
    this.#canvas.style.color = `var(${name})`;
    return getComputedStyle(this.#canvas).color;
  }

  /** The position of a span in pixels, wide enough to be visible. */
  #stretch({ from, through }, axis) {
    const x = xOf(axis, this.#size.width, from);
    return { x, width: Math.max(2, xOf(axis, this.#size.width, through + 1) - x) };
  }

  #drawBars(bars, colour, floor) {
    this.#pen.fillStyle = colour;
    for (const { x, width, share } of bars) {
      const height = Math.max(LEAST_HEIGHT, share * (floor - 3));
      this.#pen.fillRect(x, floor - height, width, height);
    }
  }

  #drawMarks(axis, floor) {
    const { width } = this.#size;
    const marks = marksOf(axis, markStep(lengthOf(axis) / width, MARK_ROOM));
    for (const mark of marks) {
      const x = xOf(axis, width, mark.from);
      if (x < 0) continue;
      this.#fill(this.#colours.line, x, floor, 1, mark.isMajor ? AXIS_HEIGHT : 5);
      const text = wordMark(mark);
      if (x + MARK_ROOM > width && x + 4 + this.#pen.measureText(text).width > width) continue;
      this.#pen.fillStyle = mark.isMajor ? this.#colours.bar : this.#colours.text;
      this.#pen.fillText(text, x + 4, floor + AXIS_HEIGHT / 2 + 1);
    }
  }

  #fill(colour, x, y, width, height) {
    this.#pen.fillStyle = colour;
    this.#pen.fillRect(x, y, width, height);
  }

  get width() {
    return this.#size.width;
  }

  /**
   * Resizes the canvas to its container.
   *
   * @returns {boolean} whether its size has changed, which clears it
   */
  fit() {
    const { clientWidth, clientHeight } = this.#canvas;
    const density = devicePixelRatio || 1;
    if (this.#size.width === clientWidth && this.#size.height === clientHeight && this.#canvas.width === Math.round(clientWidth * density)) return false;
    this.#size = { width: clientWidth, height: clientHeight };
    this.#canvas.width = Math.round(clientWidth * density);
    this.#canvas.height = Math.round(clientHeight * density);
    this.#pen.setTransform(density, 0, 0, density, 0, 0);
    this.recolour();
    return true;
  }

  /** Reads the page's colours and fonts. */
  recolour() {
    this.#colours = { bar: this.#colourOf("--accent"), out: this.#colourOf("--bar-out"), text: this.#colourOf("--muted"), band: this.#colourOf("--band"), line: this.#colourOf("--line"), second: this.#colourOf("--second"), secondBand: this.#colourOf("--second-band") };
    this.#pen.font = `${FONT} ${getComputedStyle(this.#canvas).fontFamily}`;
    this.#pen.textBaseline = "middle";
    this.#pen.textAlign = "left";
    this.#pen.direction = DIRECTION;
  }

  /** @param {Picture} picture @param {boolean} hasAxis */
  draw({ axis, counts, spans, hovered }, hasAxis) {
    const { width, height } = this.#size;
    const floor = hasAxis ? height - AXIS_HEIGHT : height;
    this.#pen.clearRect(0, 0, width, height);
    for (const { span, isSecond } of spans) this.#fill(isSecond ? this.#colours.secondBand : this.#colours.band, this.#stretch(span, axis).x, 0, this.#stretch(span, axis).width, floor);
    if (hovered) this.#fill(this.#colours.line, this.#stretch(hovered, axis).x, 0, this.#stretch(hovered, axis).width, floor);
    const bars = counts ? barsOf(counts, axis, width) : [];
    this.#drawBars(bars, spans.length ? this.#colours.out : this.#colours.bar, floor);
    for (const { span, isSecond } of spans) {
      const lit = this.#stretch(span, axis);
      this.#pen.save();
      this.#pen.beginPath();
      this.#pen.rect(lit.x, 0, lit.width, floor);
      this.#pen.clip();
      this.#drawBars(bars, isSecond ? this.#colours.second : this.#colours.bar, floor);
      this.#pen.restore();
    }
    this.#fill(this.#colours.line, 0, floor, width, 1);
    if (hasAxis) this.#drawMarks(axis, floor);
  }
}
