/**
 * What a drag over the time bar makes of the chosen span. Pure functions.
 * @module
 */

import { within } from "./axis.js";
import { addUnits, floorTo, roundTo } from "./calendar.js";
import { lengthOf } from "../core/span.js";

/**
 * @typedef {import("../core/span.js").Span} Span
 * @typedef {import("./calendar.js").Unit} Unit
 * @typedef {"new" | "from" | "through" | "body"} Grip what of the span is held
 */

/**
 * @param {number} x where the pointer went down
 * @param {{start: number, end: number} | null} edges where the chosen span lies, in pixels
 * @param {number} reach how near to an edge takes hold of it
 * @returns {Grip}
 */
export function gripAt(x, edges, reach) {
  if (!edges) return "new";
  const [toStart, toEnd] = [Math.abs(x - edges.start), Math.abs(x - edges.end)];
  // Of a narrow span the outer side of each edge takes hold of the edge, the middle of the whole.
  const inner = Math.min(reach, (edges.end - edges.start) / 4);
  if (toStart <= (x < edges.start ? reach : inner) && toStart <= toEnd) return "from";
  if (toEnd <= (x > edges.end ? reach : inner)) return "through";
  return x > edges.start && x < edges.end ? "body" : "new";
}

/**
 * @param {object} drag
 * @param {Grip} drag.grip
 * @param {Span} drag.span as it was when the drag began; of a new one, where it began
 * @param {number} drag.started the moment under the pointer then
 * @param {number} drag.now the moment under the pointer
 * @param {Unit} unit what the ends are rounded to
 * @param {Span} bounds
 * @returns {Span}
 */
export function dragged({ grip, span, started, now }, unit, bounds) {
  if (grip === "body") return within(roundTo(span.from + now - started, unit), lengthOf(span), bounds);
  if (grip === "new") return between(started, now, unit);
  // An edge that is dragged past the other takes its place.
  return grip === "from" ? between(now, span.through + 1, unit) : between(span.from, now, unit);
}

/** The units from one moment to another, in either order: never less than one. */
function between(one, other, unit) {
  const from = roundTo(Math.min(one, other), unit);
  const until = roundTo(Math.max(one, other), unit);
  if (until > from) return { from, through: until - 1 };
  const start = floorTo(Math.min(one, other), unit);
  return { from: start, through: addUnits(start, unit) - 1 };
}
