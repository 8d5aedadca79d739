/**
 * The effect of a drag over the time bar on the chosen span. Pure functions.
 * @module
 */

import { within } from "./axis.js";
import { addUnits, floorTo, roundTo } from "./calendar.js";
import { lengthOf } from "../core/span.js";

/**
 * @typedef {import("../core/span.js").Span} Span
 * @typedef {import("./calendar.js").Unit} Unit
 * @typedef {"new" | "from" | "through" | "body"} Grip the part of the span that is dragged
 */

/**
 * @param {number} x the pointer's position when it was pressed
 * @param {{start: number, end: number} | null} edges the ends of the chosen span, in pixels
 * @param {number} reach how near to an end the pointer has to be to drag it
 * @returns {Grip}
 */
export function gripAt(x, edges, reach) {
  if (!edges) return "new";
  const [toStart, toEnd] = [Math.abs(x - edges.start), Math.abs(x - edges.end)];
  // In a narrow span, the ends can be grabbed from outside, and its middle moves the whole span.
  const inner = Math.min(reach, (edges.end - edges.start) / 4);
  if (toStart <= (x < edges.start ? reach : inner) && toStart <= toEnd) return "from";
  if (toEnd <= (x > edges.end ? reach : inner)) return "through";
  return x > edges.start && x < edges.end ? "body" : "new";
}

/**
 * @param {object} drag
 * @param {Grip} drag.grip
 * @param {Span} drag.span the span before the drag; for a new one, where the drag began
 * @param {number} drag.started the moment below the pointer at that time
 * @param {number} drag.now the moment below the pointer now
 * @param {Unit} unit the ends are rounded to it
 * @param {Span} bounds
 * @returns {Span}
 */
export function dragged({ grip, span, started, now }, unit, bounds) {
  if (grip === "body") return within(roundTo(span.from + now - started, unit), lengthOf(span), bounds);
  if (grip === "new") return between(started, now, unit);
  // An end that is dragged past the other takes its place.
  return grip === "from" ? between(now, span.through + 1, unit) : between(span.from, now, unit);
}

/** A span of whole units between two moments in any order: at least one unit. */
function between(one, other, unit) {
  const from = roundTo(Math.min(one, other), unit);
  const until = roundTo(Math.max(one, other), unit);
  if (until > from) return { from, through: until - 1 };
  const start = floorTo(Math.min(one, other), unit);
  return { from: start, through: addUnits(start, unit) - 1 };
}
