/**
 * Parses a year, a month or a day. Pure.
 * @module
 */

import { LANGUAGE, LANGUAGES } from "../core/language.js";
import { folded } from "./places.js";

const [FIRST_YEAR, LAST_YEAR] = [1826, 2199];

/**
 * @param {string} text `2018`, `May 2018`, `2018-05`, `1 May 2018`, `2018-05-01`
 * @returns {string} a span in the form of the API's `datetime`, or an empty string if the text is not a date
 */
export function parseDate(text) {
  const numbers = /^(\d{4})(?:[-/.](\d{1,2}))?(?:[-/.](\d{1,2}))?$/.exec(text.trim());
  if (numbers) return spanOf(Number(numbers[1]), numbers[2] && Number(numbers[2]), numbers[3] && Number(numbers[3]));
  const words = folded(text).split(" ").map((word) => word.replace(/^(\d{1,2})(?:st|nd|rd|th)$/, "$1"));
  const year = words.find((word) => /^\d{4}$/.test(word));
  const month = words.map(monthOf).find((one) => one > 0);
  const day = words.find((word) => /^\d{1,2}$/.test(word));
  if (!year || !month || words.length !== (day ? 3 : 2)) return "";
  return spanOf(Number(year), month, day && Number(day));
}

function spanOf(year, month, day) {
  if (year < FIRST_YEAR || year > LAST_YEAR) return "";
  if (!month) return month === undefined ? `${year}-01-01/${year}-12-31` : "";
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month > 12 || day === 0 || (day ?? 1) > days) return "";
  const start = `${year}-${two(month)}`;
  return day ? `${start}-${two(day)}/${start}-${two(day)}` : `${start}-01/${start}-${days}`;
}

/** @returns {number} 1 to 12, or 0 if the word is not the beginning of a month's name */
function monthOf(word) {
  if (word.length < 3 || !/^\p{L}+$/u.test(word)) return 0;
  return 1 + MONTHS.findIndex((names) => names.some((name) => name.startsWith(word)));
}

/** @param {string} word @returns {number} 1 to 12, or 0 if the word is not the whole name of a month */
export function monthNamed(word) {
  return 1 + MONTHS.findIndex((names) => names.includes(folded(word)));
}

const MONTHS = Array.from({ length: 12 }, (_, month) => ["en", LANGUAGE, ...LANGUAGES].map((language) =>
  folded(new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" }).format(new Date(Date.UTC(2000, month, 15))))));

function two(number) {
  return String(number).padStart(2, "0");
}

/**
 * @param {string} text a date, or two with “to” or a dash between them
 * @returns {string} a span in the form of the API's `datetime`, or an empty string
 */
export function parseDates(text) {
  const parts = text.split(/\s+(?:to|until|-)\s+|\s*[–—/]\s*/).map((part) => parseDate(part));
  if (parts.length === 1) return parts[0];
  if (parts.length !== 2 || parts.includes("")) return "";
  const [from, through] = [parts[0].split("/")[0], parts[1].split("/")[1]];
  return from <= through ? `${from}/${through}` : "";
}
