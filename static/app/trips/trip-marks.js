/**
 * Where trips are marked above the time bar. Pure.
 * @module
 */

import { DAY } from "../core/span.js";
import { xOf } from "../time/axis.js";

/** In pixels. */
const LEAST_MARK = 5;
const GAP = 2;

/**
 * @param {import("../api/trips.js").Trip[]} trips oldest first
 * @param {import("../core/span.js").Span} axis
 * @param {number} width of the bar in pixels
 * @returns {{trip: import("../api/trips.js").Trip, x: number, width: number}[]} without those that would cover one before
 */
export function marksOf(trips, axis, width) {
  const marks = [];
  let reached = -Infinity;
  for (const trip of trips) {
    const [from, to] = [xOf(axis, width, Date.parse(trip.from)), xOf(axis, width, Date.parse(trip.to) + DAY)];
    const length = Math.max(LEAST_MARK, to - from);
    if (to < 0 || from > width || from < reached + GAP) continue;
    marks.push({ trip, x: from, width: length });
    reached = from + length;
  }
  return marks;
}
