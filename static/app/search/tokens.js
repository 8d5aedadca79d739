/**
 * Splits a question into words. Pure.
 * @module
 */

import { monthNamed, plainWord, wordSet } from "./words.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {object} Token a word, or a quoted phrase
 * @property {string} raw as written, without quotes and the punctuation around it
 * @property {string} word in the form in which words are compared; empty for punctuation
 * @property {boolean} isQuoted
 * @property {boolean} isNot whether it begins a term that must not hold
 * @property {string} name the filter that it names, as in “camera:lumo”
 */

/** Longer questions are cut. */
const MOST_TOKENS = 24;
const LONGEST = 400;
const QUOTES = /^(-|−|!)?(\p{L}+:)?(?:"([^"]*)("|$)|“([^”]*)(”|$)|„([^“”]*)([“”]|$)|«([^»]*)(»|$))/u;
const DASH = /^[-–—−]$/;
const HASHTAG = /^[#＃](?=[\p{L}\p{N}])/u;
const NOT = wordSet(TEXTS.grammar.not);
const TIMES = wordSet(TEXTS.grammar.nameOfTime);
const ENDS = wordSet([TEXTS.grammar.since, TEXTS.grammar.after, TEXTS.grammar.before, TEXTS.grammar.until].join(" "));
const NAMES = new Map(Object.entries(TEXTS.grammar.names).flatMap(([name, words]) => words.split(" ").map((word) => /** @type {[string, string]} */ ([word, name]))));

/**
 * @param {string} text
 * @returns {Token[]}
 */
export function tokensOf(text) {
  const tokens = [];
  let rest = text.slice(0, LONGEST).normalize("NFC").replace(/(\d{4})年(?:(\d{1,2})月(?:(\d{1,2})日)?)?/g, asISO).trim();
  let isNot = false;
  while (rest && tokens.length < MOST_TOKENS) {
    const quoted = QUOTES.exec(rest);
    const part = quoted ? quoted[0] : /** @type {RegExpExecArray} */ (/^[^\s,;，、]+|^[,;，、]/.exec(rest))[0];
    rest = rest.slice(part.length).trimStart();
    const made = quoted ? [quotedToken(quoted)] : wordsOf(part).map(plainToken);
    if (made.length === 1 && NOT.has(made[0].word) && !made[0].isQuoted && rest) {
      isNot = true;
      continue;
    }
    made[0].isNot ||= isNot;
    isNot = false;
    tokens.push(...made);
  }
  return tokens;
}

function asISO(_, year, month, day) {
  return [year, month?.padStart(2, "0"), day?.padStart(2, "0")].filter(Boolean).join("-") + " ";
}

/** @param {string[]} match @returns {Token} */
function quotedToken(match) {
  const [, minus, name, ...inner] = match;
  const raw = inner.find((text) => text !== undefined && text !== "") ?? "";
  return { raw, word: plainWord(raw), isQuoted: true, isNot: Boolean(minus), name: NAMES.get(plainWord(name ?? "")) ?? "" };
}

/** @returns {Token} */
function plainToken(part) {
  const isNot = /^[-−!]./.test(part) && !DASH.test(part);
  const said = isNot ? part.slice(1) : part;
  const [, name, value] = /^(\p{L}+):(.+)$/u.exec(said) ?? ["", "", said];
  const filter = HASHTAG.test(said) ? "keyword" : NAMES.get(plainWord(name)) ?? "";
  const whole = name && filter ? value : said.replace(HASHTAG, "");
  const raw = whole.replace(/^[([{"'“„«]+|[)\]}"'”»!?]+$/gu, "") || whole;
  return { raw, word: plainWord(raw), isQuoted: false, isNot, name: filter };
}

/** “before:2009” is two words, and “year:2022” is one: a name of times is not needed. */
function wordsOf(part) {
  const [, minus, name, value] = /^([-−!]?)(\p{L}+):([\p{L}\p{N}].*)$/u.exec(part) ?? [];
  const word = plainWord(name ?? "");
  const date = /^(\d{1,4})[-/.](\p{L}{3,})[-/.](\d{1,4})$/u.exec(part);
  if (date && isMonth(date[2])) return date.slice(1);
  if (TIMES.has(word)) return splitRange(minus + value);
  return ENDS.has(word) ? [name, ...splitRange(value)] : splitRange(part);
}

/** Splits “2015-2018”, “2015/16”, “may–july” and “1-5” in two. Other words with a dash are kept, such as names and dates. */
function splitRange(part) {
  const winter = /^(\d\d)(\d\d)\/(\d\d)$/.exec(part);
  if (winter && Number(winter[3]) > Math.max(12, Number(winter[2]))) return [winter[1] + winter[2], "–", winter[1] + winter[3]];
  const match = /^([\p{L}\p{N}:]+)[-–—](\p{L}[\p{L}.]*|\d[\d:]*(?:am|pm)?|\d{1,2}\/\d{1,2})$/iu.exec(part);
  if (!match) return [part];
  const [, one, other] = match;
  const areYears = /^\d{4}$/.test(one) && (/^\d{4}$/.test(other) || (/^\d\d$/.test(other) && Number(other) > Math.max(12, Number(one) % 100)));
  const areMonths = isMonth(one) && isMonth(other);
  const areDays = [one, other].every((text) => /^\d{1,2}$/.test(text));
  const areTimes = /^\d{1,2}(:\d\d)?(am|pm)?$/i.test(one) && /^\d{1,2}(:\d\d)?(am|pm)?$/i.test(other) && /[:m]/i.test(one + other);
  if (!areYears && !areMonths && !areDays && !areTimes) return [part];
  return [one, "–", areYears ? one.slice(0, 4 - other.length) + other : other];
}

function isMonth(text) {
  return /^\p{L}+\.?$/u.test(text) && monthNamed(plainWord(text)) > 0;
}

/** @param {Token | undefined} token */
export function isComma(token) {
  return Boolean(token) && /^[,;，、]$/.test(token.raw);
}

/** @param {Token | undefined} token */
export function isDash(token) {
  return Boolean(token) && DASH.test(token.raw);
}
