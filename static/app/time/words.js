/**
 * Spans and marks of time as texts in the reader's language. Pure functions.
 * @module
 */

import { LANGUAGE } from "../core/format.js";
import { addUnits, floorTo } from "./calendar.js";
import { DAY, lengthOf } from "../core/span.js";
import { TEXTS } from "../core/texts.js";

/** @typedef {import("../core/span.js").Span} Span */

const utc = (options) => new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", ...options });
const YEAR = utc({ year: "numeric" });
const MONTH_AND_YEAR = utc({ month: "long", year: "numeric" });
const SHORT_MONTH_AND_YEAR = utc({ month: "short", year: "numeric" });
const SHORT_MONTH = utc({ month: "short" });
const DAY_AND_MONTH = utc({ day: "numeric", month: "short" });
const DATE = utc({ day: "numeric", month: "short", year: "numeric" });
const LONG_DATE = utc({ day: "numeric", month: "long", year: "numeric" });
const CLOCK = utc({ hour: "numeric", minute: "2-digit" });
const DATE_AND_CLOCK = utc({ day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" });

/**
 * @param {Span} span
 * @returns {string} `2019`, `May 2019`, `3 – 9 May 2019`, `since 3 May 2019`, `until 9 May 2019`
 */
export function wordSpan(span) {
  const { from, through } = span;
  if (from === -Infinity && through === Infinity) return TEXTS.wholeTime;
  if (through === Infinity) return TEXTS.since(wordMoment(from));
  if (from === -Infinity) return TEXTS.until(wordMoment(through));
  if (isExactly(span, "year")) return YEAR.format(from);
  if (isExactly(span, "month")) return MONTH_AND_YEAR.format(from);
  if (isWholeYears(span)) return YEAR.formatRange(from, through);
  const isInDays = from % DAY === 0 && (through + 1) % DAY === 0;
  return isInDays || lengthOf(span) > 7 * DAY ? DATE.formatRange(from, through) : DATE_AND_CLOCK.formatRange(from, through);
}

/** The shortest span whose days do not matter while it moves. */
const IN_MONTHS = 60 * DAY;

/**
 * @param {Span} span that is played
 * @returns {string} `May 2012 – May 2013`, `3 May 2019 – 9 May 2019`, `3 May 2019, 10:00`: of the same shape for spans
 * of the same length, so that the text stays in place
 */
export function wordPlayed({ from, through }) {
  const length = through - from + 1;
  if (length < DAY) return DATE_AND_CLOCK.format(from);
  const format = length >= IN_MONTHS ? SHORT_MONTH_AND_YEAR : DATE;
  return length <= DAY ? format.format(from) : TEXTS.fromTo(format.format(from), format.format(through));
}

/**
 * @param {number} time an end of a span
 * @returns {string} `3 May 2019`, with the time of day unless it is midnight
 */
export function wordMoment(time) {
  const isEdge = time % DAY === 0 || (time + 1) % DAY === 0;
  return isEdge ? LONG_DATE.format(time) : DATE_AND_CLOCK.format(time);
}

/**
 * @param {import("./calendar.js").Mark} mark
 * @returns {string} as short as possible while it differs from its neighbours
 */
export function wordMark({ from, unit, isMajor }) {
  if (unit === "year" || (unit === "month" && isMajor)) return YEAR.format(from);
  if (unit === "month") return SHORT_MONTH.format(from);
  if (unit === "day") return floorTo(from, "year") === from ? YEAR.format(from) : DAY_AND_MONTH.format(from);
  return isMajor && from % DAY === 0 ? DAY_AND_MONTH.format(from) : CLOCK.format(from);
}

function isExactly({ from, through }, unit) {
  return floorTo(from, unit) === from && addUnits(from, unit) === through + 1;
}

function isWholeYears({ from, through }) {
  return floorTo(from, "year") === from && floorTo(through + 1, "year") === through + 1;
}
