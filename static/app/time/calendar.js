/**
 * Years, months, days and hours in UTC: their boundaries, and the marks along a time axis. Pure functions.
 * @module
 */

import { DAY, HOUR, MINUTE } from "../core/span.js";

/**
 * @typedef {"year" | "month" | "day" | "hour" | "minute"} Unit
 * @typedef {{unit: Unit, every: number}} Step a number of units
 * @typedef {object} Mark a labelled part of the axis
 * @property {number} from its first millisecond
 * @property {number} until the first millisecond after it
 * @property {Unit} unit
 * @property {boolean} isMajor whether a larger unit starts here too
 */

/** The steps between marks, from coarse to fine. */
const STEPS = /** @type {Step[]} */ ([
  ...[100, 50, 20, 10, 5, 2, 1].map((every) => ({ unit: "year", every })),
  ...[6, 3, 1].map((every) => ({ unit: "month", every })),
  ...[14, 7, 2, 1].map((every) => ({ unit: "day", every })),
  ...[12, 6, 3, 1].map((every) => ({ unit: "hour", every })),
  ...[30, 15, 5, 1].map((every) => ({ unit: "minute", every })),
]);

const ABOUT = { year: 365.2425 * DAY, month: 30.44 * DAY, day: DAY, hour: HOUR, minute: MINUTE };
const LARGER = { minute: "hour", hour: "day", day: "month", month: "year", year: "year" };

/** Ends are rounded to units that are at most this many pixels wide, which looks smooth. */
const FINE_PX = 3;
const LEAST_BAR_PX = 3;
/** If months are wider than this, monthly bars would hide details. */
const MOST_MONTH_PX = 30;

/**
 * @param {number} time
 * @param {Unit} unit
 * @returns {number} the start of the unit that contains a moment
 */
export function floorTo(time, unit) {
  if (unit === "day" || unit === "hour" || unit === "minute") return Math.floor(time / ABOUT[unit]) * ABOUT[unit];
  const date = new Date(time);
  return utc(date.getUTCFullYear(), unit === "month" ? date.getUTCMonth() : 0);
}

/**
 * @param {number} time the start of a unit
 * @param {Unit} unit
 * @param {number} [count]
 * @returns {number} the start of the unit that many units later
 */
export function addUnits(time, unit, count = 1) {
  if (unit === "day" || unit === "hour" || unit === "minute") return time + count * ABOUT[unit];
  const date = new Date(time);
  const months = unit === "year" ? 12 * count : count;
  return utc(date.getUTCFullYear(), date.getUTCMonth() + months);
}

/**
 * The next boundary of a unit from a moment, forwards or backwards.
 *
 * @param {number} time
 * @param {Unit} unit
 * @param {number} direction +1 or -1
 * @returns {number}
 */
export function nextEdge(time, unit, direction) {
  const edge = floorTo(time, unit);
  if (direction > 0) return addUnits(edge, unit);
  return edge < time ? edge : addUnits(edge, unit, -1);
}

/**
 * @param {number} time
 * @param {Unit} unit
 * @returns {number} the nearest boundary of a unit
 */
export function roundTo(time, unit) {
  const before = floorTo(time, unit);
  const after = addUnits(before, unit);
  return time - before < after - time ? before : after;
}

/**
 * @param {number} perPixel milliseconds
 * @returns {Unit} the unit to which the ends of a span are rounded: the largest whose steps look smooth
 */
export function snapUnit(perPixel) {
  return /** @type {Unit} */ (["day", "hour"].find((unit) => ABOUT[unit] <= FINE_PX * perPixel)) ?? "minute";
}

/**
 * @param {number} perPixel milliseconds
 * @param {number} room how many pixels a mark with its label needs
 * @returns {Step} the finest step whose marks have that space
 */
export function markStep(perPixel, room) {
  const fits = ({ unit, every }) => ABOUT[unit] * every >= room * perPixel;
  return STEPS.findLast(fits) ?? STEPS[0];
}

/**
 * @param {number} perPixel milliseconds
 * @returns {"month" | "year" | null} the unit of a bar if days are too narrow for bars; null if pieces of equal length
 * are better
 */
export function barUnit(perPixel) {
  const wide = (unit) => ABOUT[unit] / perPixel;
  if (wide("day") >= LEAST_BAR_PX || wide("month") > MOST_MONTH_PX) return null;
  if (wide("month") >= LEAST_BAR_PX) return "month";
  return wide("year") >= LEAST_BAR_PX ? "year" : null;
}

/**
 * The step of arrow keys: the unit below that of the axis labels.
 *
 * @param {Unit} named
 * @returns {{small: Unit, large: Unit}}
 */
export function keySteps(named) {
  const small = /** @type {Unit} */ ({ year: "month", month: "day", day: "hour", hour: "minute", minute: "minute" }[named]);
  return { small, large: /** @type {Unit} */ (LARGER[small]) };
}

/**
 * The marks of a span.
 *
 * @param {import("../core/span.js").Span} stretch
 * @param {Step} step
 * @returns {Mark[]}
 */
export function marksOf({ from, through }, { unit, every }) {
  const larger = /** @type {Unit} */ (LARGER[unit]);
  const marks = [];
  for (let at = firstMark(from, unit, every); at <= through; ) {
    const until = nextMark(at, unit, every);
    const isMajor = unit !== "year" && floorTo(at, larger) === at;
    marks.push({ from: at, until, unit, isMajor });
    at = until;
  }
  return marks;
}

/** Marks are counted from the start of the larger unit, so that they stay in place while the axis moves. */
function firstMark(from, unit, every) {
  if (unit === "year") return utc(Math.floor(new Date(from).getUTCFullYear() / every) * every, 0);
  let at = floorTo(from, /** @type {Unit} */ (LARGER[unit]));
  for (let next = nextMark(at, unit, every); next <= from; next = nextMark(at, unit, every)) at = next;
  return at;
}

/** The next mark. Skips one that would be too close to the start of a larger unit. */
function nextMark(at, unit, every) {
  const next = addUnits(at, unit, every);
  if (unit === "year" || every === 1) return next;
  const larger = addUnits(floorTo(at, /** @type {Unit} */ (LARGER[unit])), /** @type {Unit} */ (LARGER[unit]));
  return larger - next < (ABOUT[unit] * every) / 2 ? larger : next;
}

function utc(year, month) {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 1);
  return date.getTime();
}
