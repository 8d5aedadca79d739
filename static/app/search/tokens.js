/**
 * Splits a question into words. Pure.
 * @module
 */

import { withPlainDates } from "./written-dates.js";
import { monthNamed, once, plainWord, relatives, valuesByWord, wordSet } from "./words.js";
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
const NAMES = valuesByWord(TEXTS.grammar.names);
const APOSTROPHE = "\u2019";
/** “d’Islande”: an article before a word, in the languages that leave its vowel out. */
const ELIDED = wordSet(TEXTS.grammar.elided);
const WITH_ARTICLE = /^([-−!]?)(\p{L}{1,6})['’](\p{L}.+)$/u;
/** Words that are known together with their article, such as “l’an” of “jour de l’an”. */
const WITH_OWN_ARTICLE = once(() => new Set([
  ...[TEXTS.grammar.dayBeforeYesterday, TEXTS.grammar.onThisDay, ...Object.values(TEXTS.grammar.days), TEXTS.grammar.fillers, TEXTS.grammar.atLeast].flatMap((words) => words.split(/[\s|]/).map(plainWord)),
  ...[...relatives().keys()].flatMap((phrase) => phrase.split(" ")),
]));

/**
 * @param {string} text
 * @returns {Token[]}
 */
export function tokensOf(text) {
  const tokens = [];
  let rest = withPlainDates(text.slice(0, LONGEST).normalize("NFC")).trim();
  let isNot = false;
  while (rest && tokens.length < MOST_TOKENS) {
    const quoted = QUOTES.exec(rest);
    const part = quoted ? quoted[0] : /** @type {RegExpExecArray} */ (/^[^\s,;，、]+|^[,;，、]/.exec(rest))[0];
    rest = rest.slice(part.length).trimStart();
    const made = quoted ? [quotedToken(quoted)] : wordsOf(part).flatMap(plainTokens);
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

/** @param {string[]} match @returns {Token} */
function quotedToken(match) {
  const [, minus, name, ...inner] = match;
  const raw = inner.find((text) => text !== undefined && text !== "") ?? "";
  return { raw, word: plainWord(raw), isQuoted: true, isNot: Boolean(minus), name: NAMES.get(plainWord(name ?? "")) ?? "" };
}

/** “dell’Islanda” is an article, which is no term, and a word; together they may be a name, such as “L’Aquila”. @returns {Token[]} */
function plainTokens(part) {
  const [, minus, article, word] = WITH_ARTICLE.exec(part) ?? [];
  if (!word || !ELIDED.has(plainWord(article)) || WITH_OWN_ARTICLE().has(plainWord(article + word))) return [plainToken(part)];
  return [{ raw: article + APOSTROPHE, word: plainWord(article), isQuoted: false, isNot: minus !== "", name: "" }, plainToken(word)];
}

/** @param {Token} token @returns {boolean} whether it is an article that belongs to the next word */
export function isArticle({ raw, word }) {
  return raw.endsWith(APOSTROPHE) && ELIDED.has(word);
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
