/**
 * Reads one date at a position of the words: a year, a month, a day, or one relative to today. Pure.
 * @module
 */

import { IS_MONTH_FIRST, longestRelative, monthNamed, numberNamed, relatives, valuesByWord, weekdayNamed, wordSet } from "./words.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {import("./tokens.js").Token} Token
 *
 * @typedef {object} Point a year, a month of it, a month of any year, a day of it, …
 * @property {number} [year]
 * @property {number} [month]
 * @property {number} [day]
 * @property {[number, number]} [span] instead: the first day and the last one, in days since 1970
 * @property {number} length in words
 * @property {boolean} [isLoose] whether it may well be something else, as a beginning of a month's name may be
 *
 * @typedef {{today: number, isMonthFirst?: boolean}} Clock `today` in days since 1970
 */

const [FIRST_YEAR, LAST_YEAR] = [1826, 2199];
const DAY_MS = 86_400_000;
/** Words between the parts of a date, and before a date. */
export const INSIDE = wordSet("of the de del le du el");
const { grammar } = TEXTS;
const AGO = wordSet(grammar.ago);
const LAST = wordSet(grammar.last);
const THIS = wordSet(grammar.this);
const ONE = wordSet(grammar.one);
const UNITS = /** @type {Map<string, any>} */ (valuesByWord(grammar.units));

/** @returns {number} days since 1970; the month and the day may be beyond their ends */
export function dayNumber(year, month, day) {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** @param {number} number @returns {string} `2024-06-08` */
export function dateOf(number) {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** @returns {number} how many days a month has; February 29 if the year is unknown */
export function daysIn(month, year = 2024) {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** @param {Point} point @returns {boolean} */
export function isDate({ year, month, day, span }) {
  if (span) return true;
  if (year !== undefined && (year < FIRST_YEAR || year > LAST_YEAR)) return false;
  if (month !== undefined && (month < 1 || month > 12)) return false;
  if (day !== undefined && (month === undefined || day < 1 || day > daysIn(month, year))) return false;
  return year !== undefined || month !== undefined;
}

/**
 * @param {Token[]} tokens @param {number} at @param {Clock} clock
 * @returns {Point | null} the longest date that begins here
 */
export function pointAt(tokens, at, clock) {
  if (!isUsable(tokens[at])) return null;
  const points = [relativeAt(tokens, at, clock), writtenAt(tokens, at, clock), inNumbers(tokens[at].raw, clock)];
  return points.reduce((best, one) => (one && isDate(one) && one.length > (best?.length ?? 0) ? one : best), null);
}

/** @param {Token | undefined} token */
function isUsable(token) {
  return Boolean(token) && !token.isQuoted && !token.name;
}

/** A date in digits: `2024-06-08`, `8.6.2024`, `6/8/24`, `20240608`, `06/2024`, `1990s`. */
function inNumbers(raw, { isMonthFirst = IS_MONTH_FIRST, today }) {
  const text = raw.replace(/[.,]+$/, "");
  const year = (digits) => (digits.length === 4 ? Number(digits) : fullYear(Number(digits), today));
  const decade = /^['’]?(\d{2}|\d{4})['’]?s$/.exec(text);
  if (decade && decade[1].endsWith("0")) {
    const first = year(decade[1]);
    return { span: /** @type {[number, number]} */ ([dayNumber(first, 1, 1), dayNumber(first + 10, 1, 0)]), length: 1 };
  }
  const [whole, y, m, d] = /^(\d{4})(?:[-/.](\d{1,2}))?(?:[-/.](\d{1,2}))?$/.exec(text) ?? /^((?:18|19|20)\d\d)(0[1-9]|1[0-2])([0-3]\d)$/.exec(text) ?? [];
  if (whole) return asPoint(Number(y), m && Number(m), d && Number(d));
  const monthAndYear = /^(\d{1,2})[-/.](\d{4})$/.exec(text);
  if (monthAndYear) return asPoint(Number(monthAndYear[2]), Number(monthAndYear[1]));
  const full = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (full) {
    const [one, other] = [Number(full[1]), Number(full[3])];
    // Dots are written by those who write the day first.
    const first = isMonthFirst && full[2] !== "." ? one <= 12 : other > 12;
    return first ? asPoint(year(full[4]), one, other) : asPoint(year(full[4]), other, one);
  }
  const dotted = /^(\d{1,2})\.(\d{1,2})\.$/.exec(raw);
  return dotted && { month: Number(dotted[2]), day: Number(dotted[1]), length: 1 };
}

function asPoint(year, month, day) {
  return { year, ...(month !== undefined && { month }), ...(day !== undefined && { day }), length: 1 };
}

/** The year of two digits: next year at the latest. */
function fullYear(digits, today) {
  const now = new Date(today * DAY_MS).getUTCFullYear();
  const inCentury = Math.floor(now / 100) * 100 + digits;
  return inCentury > now + 1 ? inCentury - 100 : inCentury;
}

/** A date with the name of a month, in any order: `8 June 2024`, `June 8`, `2024 June`, `the 8th of June`. */
function writtenAt(tokens, at, { today }) {
  /** @type {{year?: number, month?: number, day?: number}} */
  const found = {};
  let [length, isLoose, hasWeekday] = [0, false, false];
  for (let next = at; next < tokens.length && isUsable(tokens[next]); next += 1) {
    if (next > at && tokens[next].isNot) break;
    const part = partOf(tokens[next], found, today);
    if (part) {
      Object.assign(found, part.found);
      isLoose ||= part.isLoose;
      if (found.month && (found.day === undefined || isDate({ ...found, length: 1 }))) length = next - at + 1;
    } else if (weekdayNamed(tokens[next].word) && !hasWeekday) {
      hasWeekday = true;
    } else if (!isBetween(tokens[next], next > at)) {
      break;
    }
  }
  // The weekday of a day adds nothing about it; that of a month does.
  if (!found.month || length === 0 || (hasWeekday && found.day === undefined)) return null;
  const hasMore = found.year !== undefined || found.day !== undefined;
  return { ...found, length, isLoose: isLoose && !hasMore };
}

/** @param {Token} token @param {{year?: number, month?: number, day?: number}} before what is found already @param {number} today */
function partOf({ raw, word }, { year, month, day }, today) {
  if (/^\d{4}\.?$/.test(word) && year === undefined) return { found: { year: Number(word) } };
  const named = month === undefined && /^\p{L}+[.,]?$|\p{Script=Han}/u.test(raw) ? monthNamed(word) : 0;
  if (named) return { found: { month: named }, isLoose: word.length <= 3 };
  if (day !== undefined && month !== undefined && year === undefined && /^['’]?\d\d$/.test(raw)) return { found: { year: fullYear(Number(word), today) } };
  const number = day === undefined && /^(\d{1,2})(?:st|nd|rd|th|er|[.º])?$/i.exec(raw);
  return number ? { found: { day: Number(number[1]) } } : null;
}

function isBetween({ raw, word }, isInside) {
  return raw === "," ? isInside : INSIDE.has(word);
}

/** `yesterday`, `last year`, `3 years ago`, `last 7 days`, `last June`, and those of `Intl`. */
function relativeAt(tokens, at, { today }) {
  const word = (offset) => tokens[at + offset]?.word ?? "";
  const phrase = (length) => tokens.slice(at, at + length).map((token) => token.word).join(" ");
  for (let length = longestRelative(); length > 0; length -= 1) {
    const known = at + length <= tokens.length && relatives().get(phrase(length));
    if (known) return { span: wholeUnit(known.unit, known.ago, today), length };
  }
  const ago = numberOf(word(0));
  if (ago && UNITS.has(word(1)) && AGO.has(word(2))) return { span: wholeUnit(UNITS.get(word(1)), ago, today), length: 3 };
  if (!LAST.has(word(0)) && !THIS.has(word(0))) return null;
  const isLast = LAST.has(word(0));
  const count = numberOf(word(1));
  if (isLast && count && UNITS.has(word(2))) return { span: until(UNITS.get(word(2)), count, today), length: 3 };
  if (UNITS.has(word(1))) return { span: wholeUnit(UNITS.get(word(1)), isLast ? 1 : 0, today), length: 2 };
  const weekday = isLast ? weekdayNamed(word(1)) : 0;
  if (weekday) return { span: dayBefore(weekday, today), length: 2 };
  const month = monthNamed(word(1));
  return month && word(1).length >= 3 ? { ...monthNear(month, isLast, today), length: 2 } : null;
}

/** @param {string} word @returns {number} 0 if it is not a number */
function numberOf(word) {
  if (/^\d{1,3}$/.test(word)) return Number(word);
  return ONE.has(word) ? 1 : numberNamed(word);
}

/** @returns {[number, number]} the whole day, week, month or year, so many ago */
function wholeUnit(unit, ago, today) {
  const date = new Date(today * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const monday = today - ((date.getUTCDay() + 6) % 7);
  const spans = {
    day: [today - ago, today - ago],
    week: [monday - 7 * ago, monday - 7 * ago + 6],
    month: [dayNumber(year, month - ago, 1), dayNumber(year, month - ago + 1, 0)],
    year: [dayNumber(year - ago, 1, 1), dayNumber(year - ago, 13, 0)],
  };
  return /** @type {[number, number]} */ (spans[unit]);
}

/** @returns {[number, number]} so many days, weeks, months or years, until today */
function until(unit, count, today) {
  const date = new Date(today * DAY_MS);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const first = { day: today - count, week: today - 7 * count, month: dayNumber(year, month - count, day), year: dayNumber(year - count, month, day) }[unit];
  return [first + 1, today];
}

/** @returns {[number, number]} the last day of that weekday before today */
function dayBefore(weekday, today) {
  const now = ((new Date(today * DAY_MS).getUTCDay() + 6) % 7) + 1;
  const day = today - (((now - weekday + 6) % 7) + 1);
  return [day, day];
}

/** The last month of that name, or the one of this year. */
function monthNear(month, isLast, today) {
  const date = new Date(today * DAY_MS);
  return { month, year: date.getUTCFullYear() - (isLast && month >= date.getUTCMonth() + 1 ? 1 : 0) };
}
