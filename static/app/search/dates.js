/**
 * Reads dates at a position of the words: a span of time, months or days of any year. Pure.
 * @module
 */

import { INSIDE, dateOf, dayNumber, daysIn, isDate, pointAt } from "./calendar-points.js";
import { isDash, tokensOf } from "./tokens.js";
import { valuesByWord, wordSet } from "./words.js";
import { TEXTS_IN } from "../core/language.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {import("./tokens.js").Token} Token
 * @typedef {import("./calendar-points.js").Point} Point
 * @typedef {import("./calendar-points.js").Clock} Clock
 *
 * @typedef {object} When
 * @property {{time: string} | {month: string} | {date: string}} found the value of a filter
 * @property {number} length in words
 * @property {boolean} [isLoose] whether it may well be something else
 */

const { grammar } = TEXTS;
const TO = wordSet(grammar.to);
const AND = wordSet(grammar.and);
const BETWEEN = wordSet(grammar.between);
const SINCE = wordSet(grammar.since);
const AFTER = wordSet(grammar.after);
const BEFORE = wordSet(grammar.before);
const UNTIL = wordSet(grammar.until);
const LAST = wordSet(grammar.last);
const THIS = wordSet(grammar.this);
const ON_THIS_DAY = wordSet(grammar.onThisDay, "|");
/** Whether words such as “since” stand behind a date. */
const WORDS_FOLLOW = ["ja", "ko", "zh"].includes(TEXTS_IN);
const DAYS = valuesByWord(grammar.days, "|");
const LONGEST_DAY = 3;
const SEASONS = valuesByWord(grammar.seasons);
/** The first months of the seasons in the north. */
const FIRST_MONTHS = { winter: 12, spring: 3, summer: 6, autumn: 9 };

/**
 * @param {Token[]} tokens @param {number} at @param {Clock & {isSouth?: boolean}} clock
 * @returns {When | null} the longest date that begins here
 */
export function whenAt(tokens, at, clock) {
  if (!tokens[at] || tokens[at].isQuoted) return null;
  const ways = [rangeAt(tokens, at, clock), openAt(tokens, at, clock), single(pointAt(tokens, at, clock)), seasonNear(tokens, at, clock), dayNamed(tokens, at, clock)];
  return ways.reduce((best, one) => (one && one.length > (best?.length ?? 0) ? one : best), null);
}

/** @returns {When | null} */
function single(point) {
  return point && { found: foundBy(point, point), length: point.length, isLoose: point.isLoose };
}

/** @param {Point} first @param {Point} last @returns {When["found"]} */
function foundBy(first, last) {
  const [from, through] = [firstDay(first), lastDay(last)];
  if (from !== null && through !== null) return { time: `${dateOf(from)}/${dateOf(through)}` };
  if (first.day === undefined) return { month: first.month === last.month ? String(first.month) : `${first.month}-${last.month}` };
  const [one, other] = [first, last].map(({ month, day }) => `${two(month)}-${two(day)}`);
  return { date: one === other ? one : `${one}/${other}` };
}

/** @param {Partial<Point>} point */
function firstDay({ span, year, month = 1, day = 1 }) {
  return span ? span[0] : year === undefined ? null : dayNumber(year, month, day);
}

/** @param {Partial<Point>} point */
function lastDay({ span, year, month = 12, day }) {
  return span ? span[1] : year === undefined ? null : dayNumber(year, month, day ?? daysIn(month, year));
}

/** `2015 to 2018`, `between May and July 2019`, `1–5 June 2024`, `June 1–5`. */
function rangeAt(tokens, at, clock) {
  const isBetween = BETWEEN.has(tokens[at].word);
  const start = at + (isBetween ? 1 : 0);
  const first = pointAt(tokens, start, clock) ?? bareDay(tokens[start]);
  const link = first && tokens[start + first.length];
  if (!link || !(isDash(link) || TO.has(link.word) || (isBetween && AND.has(link.word)))) return null;
  const next = start + first.length + 1;
  const last = secondDay(tokens, next, first) ?? pointAt(tokens, next, clock);
  const both = last && filledUp(first, last);
  return both && { found: foundBy(both[0], both[1]), length: next - at + last.length };
}

/** @returns {Point | null} a day whose month follows */
function bareDay(token) {
  return token && /^\d{1,2}\.?$/.test(token.raw) ? { day: Number.parseInt(token.raw, 10), length: 1 } : null;
}

/** The second day in “June 1–5 2024”, whose month stands before the first. */
function secondDay(tokens, at, first) {
  const day = first.month !== undefined && first.day !== undefined && bareDay(tokens[at]);
  if (!day || pointAt(tokens, at, { today: 0 })?.month !== undefined) return null;
  const after = at + (tokens[at + 1]?.raw === "," ? 2 : 1);
  const year = first.year === undefined && /^\d{4}$/.test(tokens[after]?.raw ?? "") ? Number(tokens[after].raw) : undefined;
  return { month: first.month, day: day.day, ...(year !== undefined && { year }), length: year === undefined ? 1 : after - at + 1 };
}

/** What one end of a range leaves out, the other has. @returns {[Point, Point] | null} */
function filledUp(first, last) {
  if (first.day !== undefined && first.month === undefined && last.day === undefined) return null;
  const one = { ...first, year: first.year ?? last.year, month: first.month ?? (first.year === undefined || first.day !== undefined ? last.month : undefined) };
  const other = { ...last, year: last.year ?? first.year };
  if (!isDate(one) || !isDate(other)) return null;
  if ((one.day === undefined) !== (other.day === undefined) && one.year === undefined) return null;
  const [from, through] = [firstDay(one), lastDay(other)];
  // “November to February 2020” ends in 2020.
  if (from !== null && through !== null && from > through) return first.year === undefined && !first.span ? [{ ...one, year: one.year - 1 }, other] : null;
  return [one, other];
}

/** `since 2019`, `before May 2018`, `after 2006 and before 2009`; `2019年以降`. */
function openAt(tokens, at, clock) {
  const behind = WORDS_FOLLOW ? halfOpenBehind(tokens, at, clock) : null;
  if (behind) return behind;
  const { word } = tokens[at];
  const isStart = SINCE.has(word) || AFTER.has(word);
  const start = halfOpen(tokens, at, clock);
  if (!start) return null;
  const next = at + start.length + (AND.has(tokens[at + start.length]?.word ?? "") ? 1 : 0);
  const isClosed = isStart && (BEFORE.has(tokens[next]?.word ?? "") || UNTIL.has(tokens[next]?.word ?? ""));
  const end = isClosed && halfOpen(tokens, next, clock);
  if (!end) return start;
  const [from, through] = [start.found.time.split("/")[0], end.found.time.split("/")[1]];
  return from <= through ? { found: { time: `${from}/${through}` }, length: next - at + end.length } : start;
}

/** @returns {{found: {time: string}, length: number} | null} */
function halfOpen(tokens, at, clock) {
  const { word } = tokens[at];
  // “después de 2019”
  const first = INSIDE.has(tokens[at + 1]?.word) ? at + 2 : at + 1;
  const point = isEnd(word) ? pointAt(tokens, first, clock) : null;
  const time = point && openSpan(word, point);
  return time ? { found: { time }, length: first - at + point.length } : null;
}

/** @returns {{found: {time: string}, length: number} | null} */
function halfOpenBehind(tokens, at, clock) {
  const point = pointAt(tokens, at, clock);
  const word = point ? tokens[at + point.length]?.word ?? "" : "";
  const time = isEnd(word) && openSpan(word, point);
  return time ? { found: { time }, length: point.length + 1 } : null;
}

/** @param {string} word @returns {boolean} */
function isEnd(word) {
  return [SINCE, AFTER, BEFORE, UNTIL].some((words) => words.has(word));
}

/** @param {string} word @param {Point} point @returns {string} a span without an end; empty if the point has no year */
function openSpan(word, point) {
  const [from, through] = [firstDay(point), lastDay(point)];
  if (from === null || through === null) return "";
  if (SINCE.has(word)) return `${dateOf(from)}/..`;
  if (AFTER.has(word)) return `${dateOf(through + 1)}/..`;
  return BEFORE.has(word) ? `../${dateOf(from - 1)}` : `../${dateOf(through)}`;
}

/**
 * `last summer`, `this winter`: one season with its year.
 *
 * @param {Token[]} tokens @param {number} at @param {Clock & {isSouth?: boolean}} clock
 */
function seasonNear(tokens, at, { today, isSouth }) {
  const isLast = LAST.has(tokens[at].word);
  const season = isLast || THIS.has(tokens[at].word) ? SEASONS.get(tokens[at + 1]?.word ?? "") : undefined;
  if (!season) return null;
  const month = ((FIRST_MONTHS[season] - 1 + (isSouth ? 6 : 0)) % 12) + 1;
  const year = new Date(today * 86_400_000).getUTCFullYear();
  const spans = [year - 2, year - 1, year].map((one) => [dayNumber(one, month, 1), dayNumber(one, month + 3, 0)]);
  const suiting = spans.filter(([from, through]) => (isLast ? through < today : from <= today));
  const [from, through] = suiting.at(-1) ?? spans[0];
  return { found: { time: `${dateOf(from)}/${dateOf(through)}` }, length: 2 };
}

/** `Christmas`, `New Year’s Eve 2019`, `on this day`. */
function dayNamed(tokens, at, { today }) {
  for (let length = LONGEST_DAY; length > 0; length -= 1) {
    const phrase = tokens.slice(at, at + length).map(({ word }) => word).join(" ");
    const isThisDay = ON_THIS_DAY.has(phrase);
    const days = isThisDay ? dateOf(today).slice(5) : DAYS.get(phrase);
    if (!days || at + length > tokens.length) continue;
    const year = /^\d{4}$/.exec(tokens[at + length]?.raw ?? "")?.[0];
    return year ? { found: { time: datesIn(days, Number(year)) }, length: length + 1 } : { found: { date: days }, length };
  }
  return null;
}

function datesIn(days, year) {
  const [first, last] = [days.split("/")[0], days.split("/").at(-1)];
  return `${first > last ? year - 1 : year}-${first}/${year}-${last}`;
}

/**
 * @param {string} text a date, or a range of dates, and nothing else
 * @returns {string} a span in the form of the API's `datetime`, or an empty string
 */
export function parseDates(text) {
  const tokens = tokensOf(text.replace(/(?<=\d)\/(?=\d{4}-)/, " – "));
  const today = dayNumber(...todaysDate());
  const when = whenAt(tokens, 0, { today });
  return when && when.length === tokens.length && "time" in when.found ? when.found.time : "";
}

/** @returns {[number, number, number]} by the reader's clock */
export function todaysDate() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()];
}

function two(number) {
  return String(number).padStart(2, "0");
}

