/**
 * The words that the search knows: names of months and weekdays in the reader's languages and in English, and those of
 * the page's own texts. Pure.
 * @module
 */

import { LANGUAGE } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { folded } from "./places.js";

/** Shorter names of months and weekdays are not read: in many languages they are other words too. */
const LEAST_LETTERS = 3;
/** How far back “… ago” is read in each language. */
const FARTHEST = 40;
const LANGUAGES = [...new Set(["en", LANGUAGE, ...navigator.languages])];

/** @param {string} text @returns {string} in the form in which words are compared: folded, without apostrophes */
export function plainWord(text) {
  return folded(text.replace(/['’‘`´]/g, ""));
}

/** @param {string} words separated by spaces @returns {Set<string>} */
export const wordSet = (words) => new Set(words.split(" "));

/**
 * Words, or phrases with spaces in them, with their values.
 *
 * @param {Record<string, string>} table from value to words
 * @param {" " | "|"} [between] them
 * @returns {Map<string, string>} from word to value
 */
export function valuesByWord(table, between = " ") {
  return new Map(Object.entries(table).flatMap(([value, words]) =>
    words.split(between).map((word) => /** @type {[string, string]} */ ([word, value]))));
}

/** The forms of the names of a date's part, such as “June”, “Jun”, “июня”. */
function formsOf(part, date) {
  return LANGUAGES.flatMap((language) => {
    const alone = ["long", "short"].map((length) => new Intl.DateTimeFormat(language, { [part]: length, timeZone: "UTC" }).format(date));
    const within = new Intl.DateTimeFormat(language, { day: "numeric", month: "long", weekday: "long", timeZone: "UTC" }).formatToParts(date);
    return [...alone, within.find(({ type }) => type === part)?.value ?? ""].map(plainWord);
  }).filter((form) => form.length >= LEAST_LETTERS || /[^\p{Script=Latin}]/u.test(form));
}

const MONTHS = new Map(Array.from({ length: 12 }, (_, month) => month).flatMap((month) =>
  formsOf("month", Date.UTC(2024, month, 15)).map((form) => /** @type {[string, number]} */ ([form, month + 1]))));
const ENGLISH_MONTHS = Array.from({ length: 12 }, (_, month) => new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(Date.UTC(2024, month, 15)).toLowerCase());
// 1 January 2024 was a Monday.
const WEEKDAYS = new Map(Array.from({ length: 7 }, (_, day) => day).flatMap((day) =>
  formsOf("weekday", Date.UTC(2024, 0, 1 + day)).flatMap((form) => /** @type {[string, number][]} */ ([[form, day + 1], [`${form}s`, day + 1]]))));

/** @param {string} word folded @returns {number} 1 to 12, or 0 if the word is not a month's name nor the beginning of an English one */
export function monthNamed(word) {
  const known = MONTHS.get(word);
  if (known !== undefined) return known;
  return word.length < LEAST_LETTERS ? 0 : 1 + ENGLISH_MONTHS.findIndex((name) => name.startsWith(word));
}

/** @param {string} word folded @returns {number} 1 for Monday to 7, or 0 */
export function weekdayNamed(word) {
  return WEEKDAYS.get(word) ?? 0;
}

/** Phrases such as “yesterday”, “last year”, “vor 3 Jahren”: the unit, and how many of it ago. */
export const RELATIVE = relativePhrases();
/** The words in the longest of them. */
export const LONGEST_RELATIVE = Math.max(...[...RELATIVE.keys()].map((phrase) => phrase.split(" ").length));

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
  phrases.set(TEXTS.grammar.dayBeforeYesterday, { unit: "day", ago: 2 });
  return phrases;
}

/** Whether the reader writes the month before the day, as in the United States. */
export const IS_MONTH_FIRST = isMonthFirst();

function isMonthFirst() {
  const parts = new Intl.DateTimeFormat(navigator.language, { day: "numeric", month: "numeric", year: "numeric" }).formatToParts(0).map(({ type }) => type);
  return parts.indexOf("month") < parts.indexOf("day") && parts.indexOf("day") < parts.indexOf("year");
}
