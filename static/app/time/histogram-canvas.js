/**
 * Draws the histogram and the axis under it on one canvas: a few hundred rectangles a frame.
 * @module
 */

import { markStep, marksOf } from "./calendar.js";
import { xOf } from "./axis.js";
import { barsOf } from "./histogram.js";
import { lengthOf } from "../core/span.js";
import { wordMark } from "./words.js";

/**
 * @typedef {import("../core/span.js").Span} Span
 * @typedef {object} Picture
 * @property {Span} axis
 * @property {import("./histogram.js").TimeCounts | null} counts
 * @property {Span | null} chosen
 * @property {Span | null} hovered the bucket under the pointer
 */

/** The axis is so high, and the marks on it are so far apart at least. */
export const AXIS_HEIGHT = 19;
export const MARK_ROOM = 52;
const LEAST_HEIGHT = 2;
const FONT = "11px";

/** @param {HTMLCanvasElement} canvas */
export function createHistogramCanvas(canvas) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  let size = { width: 0, height: 0 };
  /** @type {Record<string, string>} */
  let colours = {};

  return {
    get width() {
      return size.width;
    },

    /** Fits the canvas to its place. @returns {boolean} whether it has another size now, and is empty */
    fit() {
      const { clientWidth, clientHeight } = canvas;
      const density = devicePixelRatio || 1;
      if (size.width === clientWidth && size.height === clientHeight && canvas.width === Math.round(clientWidth * density)) return false;
      size = { width: clientWidth, height: clientHeight };
      canvas.width = Math.round(clientWidth * density);
      canvas.height = Math.round(clientHeight * density);
      pen.setTransform(density, 0, 0, density, 0, 0);
      this.recolour();
      return true;
    },

    /** Takes the page's colours and type. */
    recolour() {
      colours = { bar: colourOf("--accent"), out: colourOf("--bar-out"), text: colourOf("--muted"), band: colourOf("--band"), line: colourOf("--line") };
      pen.font = `${FONT} ${getComputedStyle(canvas).fontFamily}`;
      pen.textBaseline = "middle";
    },

    /** @param {Picture} picture @param {boolean} hasAxis */
    draw({ axis, counts, chosen, hovered }, hasAxis) {
      const { width, height } = size;
      const floor = hasAxis ? height - AXIS_HEIGHT : height;
      pen.clearRect(0, 0, width, height);
      const lit = stretch(chosen ?? axis, axis);
      if (chosen) fill(colours.band, lit.x, 0, lit.width, floor);
      if (hovered) fill(colours.line, stretch(hovered, axis).x, 0, stretch(hovered, axis).width, floor);
      const bars = counts ? barsOf(counts, axis, width) : [];
      if (chosen) drawBars(bars, colours.out, floor);
      pen.save();
      pen.beginPath();
      pen.rect(lit.x, 0, lit.width, floor);
      pen.clip();
      drawBars(bars, colours.bar, floor);
      pen.restore();
      fill(colours.line, 0, floor, width, 1);
      if (hasAxis) drawMarks(axis, floor);
    },
  };

  /** A colour that is a pair for light and dark is told apart only where it is used. */
  function colourOf(name) {
    canvas.style.color = `var(${name})`;
    return getComputedStyle(canvas).color;
  }

  /** Where a span lies, wide enough to be seen. */
  function stretch({ from, through }, axis) {
    const x = xOf(axis, size.width, from);
    return { x, width: Math.max(2, xOf(axis, size.width, through + 1) - x) };
  }

  function drawBars(bars, colour, floor) {
    pen.fillStyle = colour;
    for (const { x, width, share } of bars) {
      const height = Math.max(LEAST_HEIGHT, share * (floor - 3));
      pen.fillRect(x, floor - height, width, height);
    }
  }

  function drawMarks(axis, floor) {
    const { width } = size;
    const marks = marksOf(axis, markStep(lengthOf(axis) / width, MARK_ROOM));
    for (const mark of marks) {
      const x = xOf(axis, width, mark.from);
      if (x < 0) continue;
      fill(colours.line, x, floor, 1, mark.isMajor ? AXIS_HEIGHT : 5);
      const text = wordMark(mark);
      if (x + MARK_ROOM > width && x + 4 + pen.measureText(text).width > width) continue;
      pen.fillStyle = mark.isMajor ? colours.bar : colours.text;
      pen.fillText(text, x + 4, floor + AXIS_HEIGHT / 2 + 1);
    }
  }

  function fill(colour, x, y, width, height) {
    pen.fillStyle = colour;
    pen.fillRect(x, y, width, height);
  }
}
