/**
 * Reads times of day at a position of the words. Pure.
 * @module
 */

import { isDash } from "./tokens.js";
import { valuesByWord, wordSet } from "./words.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {import("./tokens.js").Token} Token
 * @typedef {{hour: number, length: number, minutes?: number, isAfternoon?: boolean, isBare?: boolean}} Time
 */

const { grammar } = TEXTS;
const HOURS = valuesByWord(grammar.hours);
const TO = wordSet(grammar.to);
const AND = wordSet(grammar.and);
const BETWEEN = wordSet(grammar.between);
const BEFORE = wordSet(`${grammar.before} ${grammar.until}`);
const AFTER = wordSet(`${grammar.after} ${grammar.since}`);

/**
 * @param {Token[]} tokens @param {number} at
 * @returns {{value: string, length: number} | null} the first and the last hour, such as `17-22`; `22-4` is a night
 */
export function hoursAt(tokens, at) {
  if (!tokens[at] || tokens[at].isQuoted) return null;
  const { word } = tokens[at];
  const named = HOURS.get(word);
  if (named) return { value: named, length: 1 };
  if (BEFORE.has(word) || AFTER.has(word)) {
    const time = clockAt(tokens, at + 1);
    if (!time) return null;
    return { value: AFTER.has(word) ? `${time.hour}-23` : `0-${Math.max(0, time.hour - 1)}`, length: time.length + 1 };
  }
  const isBetween = BETWEEN.has(word);
  const start = at + (isBetween ? 1 : 0);
  return rangeAt(tokens, at, start, isBetween) ?? oneHour(clockAt(tokens, start), start - at);
}

function oneHour(time, before) {
  return time && { value: `${time.hour}-${time.hour}`, length: time.length + before };
}

/** `6pm to 9pm`, `6–9pm`, `18:00–20:00`: the last hour is the one before the end. */
function rangeAt(tokens, at, start, isBetween) {
  const first = clockAt(tokens, start) ?? bareHour(tokens[start]);
  const link = first && tokens[start + first.length];
  if (!link || !(isDash(link) || TO.has(link.word) || (isBetween && AND.has(link.word)))) return null;
  const last = clockAt(tokens, start + first.length + 1);
  if (!last) return null;
  // “6–9pm” begins at 6 pm.
  const from = first.isBare && last.isAfternoon && first.hour < 12 && first.hour + 12 < last.hour ? first.hour + 12 : first.hour;
  const through = last.minutes ? last.hour : (last.hour + 23) % 24;
  return { value: `${from}-${through}`, length: start - at + first.length + 1 + last.length };
}

/**
 * `18:30`, `6pm`, `6 pm`, `18h`.
 *
 * @returns {Time | null}
 */
function clockAt(tokens, at) {
  const raw = tokens[at]?.raw.toLowerCase().replace(/[.](?=m\b)|[.]$/g, "") ?? "";
  const digits = /^(\d{1,2}):(\d\d)(?::\d\d)?$/.exec(raw);
  const half = /^(\d{1,2})(?:[:.](\d\d))?(am|pm)$/.exec(raw) ?? (/^(?:am|pm)$/.test(tokens[at + 1]?.word ?? "") ? /^(\d{1,2})(?:[:.](\d\d))?$/.exec(raw)?.concat(tokens[at + 1].word) : null);
  if (half) {
    const hour = Number(half[1]);
    if (hour < 1 || hour > 12) return null;
    const isAfternoon = half[3] === "pm";
    return { hour: (hour % 12) + (isAfternoon ? 12 : 0), minutes: Number(half[2] ?? 0), isAfternoon, length: /m$/.test(raw) ? 1 : 2 };
  }
  const whole = digits ?? /^(\d{1,2})h(\d\d)?$/.exec(raw);
  if (!whole || Number(whole[1]) > 24 || Number(whole[2] ?? 0) > 59) return null;
  return { hour: Number(whole[1]) % 24, minutes: Number(whole[2] ?? 0), isAfternoon: false, length: 1 };
}

/** @returns {Time | null} */
function bareHour(token) {
  return token && /^\d{1,2}$/.test(token.raw) && Number(token.raw) < 24 ? { hour: Number(token.raw), isBare: true, length: 1 } : null;
}
