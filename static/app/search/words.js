/**
 * The words that the search knows: names of months and weekdays in the reader's languages and in English, and those of
 * the page's own texts. Pure.
 * @module
 */

import { LANGUAGE, LANGUAGES as READER_LANGUAGES } from "../core/language.js";
import { TEXTS } from "../core/texts.js";
import { folded } from "./places.js";

/** Shorter names of months and weekdays are not read: in many languages they are other words too. */
const LEAST_LETTERS = 3;
/** How far back “… ago” is read in each language. */
const FARTHEST = 40;
const LANGUAGES = [...new Set(["en", LANGUAGE, ...READER_LANGUAGES])];

/**
 * Names are made when they are first needed: most readers do not search at once.
 *
 * @template Value
 * @param {() => Value} make
 * @returns {() => Value}
 */
export function once(make) {
  /** @type {Value | undefined} */
  let value;
  return () => (value ??= make());
}

/** @param {string} text @returns {string} in the form in which words are compared: folded, without apostrophes */
export function plainWord(text) {
  return folded(text.replace(/['’‘`´]/g, ""));
}

/** @param {string} words @param {" " | "|"} [between] them @returns {Set<string>} in the form in which they are compared */
export const wordSet = (words, between = " ") => new Set(words.split(between).map(plainWord));

/**
 * Words, or phrases with spaces in them, with their values.
 *
 * @param {Record<string, string>} table from value to words
 * @param {" " | "|"} [between] them
 * @returns {Map<string, string>} from word to value
 */
export function valuesByWord(table, between = " ") {
  return new Map(Object.entries(table).flatMap(([value, words]) =>
    words.split(between).map((word) => /** @type {[string, string]} */ ([plainWord(word), value]))));
}

/** How many words for numbers a language has in its texts; those of English may follow. */
const TEN = 10;
const NUMBERS = TEXTS.grammar.numbers.split(" ").map(plainWord);

/** @param {string} word such as “three” @returns {number} 0 if it is none */
export function numberNamed(word) {
  return NUMBERS.includes(word) ? (NUMBERS.indexOf(word) % TEN) + 1 : 0;
}

/**
 * The names of a part of dates in all their forms, such as “June”, “Jun”, “июня”.
 *
 * @param {"month" | "weekday"} part @param {number[]} dates
 * @returns {[string, number][]} each with its position, from 1
 */
function namesOf(part, dates) {
  return LANGUAGES.flatMap((language) => {
    const alone = ["long", "short"].map((length) => new Intl.DateTimeFormat(language, { [part]: length, timeZone: "UTC" }));
    const within = new Intl.DateTimeFormat(language, { day: "numeric", month: "long", weekday: "long", timeZone: "UTC" });
    return dates.flatMap((date, index) => {
      const inDate = within.formatToParts(date).find(({ type }) => type === part)?.value ?? "";
      return [...alone.map((format) => format.format(date)), inDate].map(plainWord)
        .filter((form) => form.length >= LEAST_LETTERS || /[^\p{Script=Latin}]/u.test(form)).map((form) => /** @type {[string, number]} */ ([form, index + 1]));
    });
  });
}

/** The forms of months that dates do not have, such as “czerwcu”, each with its month. @type {[string, number][]} */
const INFLECTED = TEXTS.grammar.monthForms.split("|").flatMap((forms, index) => forms.split(" ").filter(Boolean).map((form) => /** @type {[string, number]} */ ([plainWord(form), index + 1])));
const months = once(() => new Map([...INFLECTED, ...namesOf("month", Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 15))).reverse()]));
const englishMonths = once(() => {
  const format = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2024, month, 15)).toLowerCase());
});
// 1 January 2024 was a Monday.
const weekdays = once(() => new Map(namesOf("weekday", Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, 1 + day)))
  .reverse().flatMap(([form, day]) => /** @type {[string, number][]} */ ([[form, day], [`${form}s`, day]]))));

/** @param {string} word folded @returns {number} 1 to 12, or 0 if the word is not a month's name nor the beginning of an English one */
export function monthNamed(word) {
  const known = months().get(word);
  if (known !== undefined) return known;
  return word.length < LEAST_LETTERS ? 0 : 1 + englishMonths().findIndex((name) => name.startsWith(word));
}

/** @param {string} word folded @returns {number} 1 for Monday to 7, or 0 */
export function weekdayNamed(word) {
  return weekdays().get(word) ?? 0;
}

/** Phrases such as “yesterday”, “last year”, “vor 3 Jahren”: the unit, and how many of it ago. */
export const relatives = once(relativePhrases);
/** The words in the longest of them. */
export const longestRelative = once(() => Math.max(...[...relatives().keys()].map((phrase) => phrase.split(" ").length)));

/** @typedef {"day" | "week" | "month" | "year"} Unit */

/** @returns {Map<string, {unit: Unit, ago: number}>} */
function relativePhrases() {
  const phrases = new Map();
  for (const language of LANGUAGES) {
    const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
    for (const unit of /** @type {Unit[]} */ (["day", "week", "month", "year"])) {
      for (let ago = FARTHEST; ago >= 0; ago -= 1) phrases.set(plainWord(format.format(-ago, unit)), { unit, ago });
    }
  }
  for (const words of wordSet(TEXTS.grammar.dayBeforeYesterday, "|")) phrases.set(words, { unit: "day", ago: 2 });
  return phrases;
}

/** Whether the reader writes the month before the day, as in the United States. */
export const IS_MONTH_FIRST = isMonthFirst();

function isMonthFirst() {
  const parts = new Intl.DateTimeFormat(READER_LANGUAGES[0] ?? LANGUAGE, { day: "numeric", month: "numeric", year: "numeric" }).formatToParts(0).map(({ type }) => type);
  return parts.indexOf("month") < parts.indexOf("day") && parts.indexOf("day") < parts.indexOf("year");
}
