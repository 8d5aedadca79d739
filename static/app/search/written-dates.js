/**
 * Dates and times of day as they are written in Chinese, Japanese, Korean and Arabic, and ranges as `Intl` writes them, in
 * a form that the search reads. Pure.
 * @module
 */

import { withPlainHours } from "./written-hours.js";

const MONTH = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });
const YEAR_FIRST = /(\d{4})\s?[年년](?:\s?(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日일])?)?/g;
const MONTH_AND_DAY = /(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/g;
const KOREAN_MONTH = /(?<![\d-])(\d{1,2})\s?월/g;
const LAST_DAY = /(– )(\d{1,2})\s?[日일]/g;
/** Between words, dates and times, but not at the beginning of a path. */
const WAVE = /(?<=[\p{L}\p{N}])(\s?)[~〜～]\s?(?=[\p{L}\p{N}])/gu;
/** `3.–9. Juni`, `3 maj–9 cze 2024`, `30 gru 2023–2 sty 2024` */
const CLOSE_DASH = /(?<=\d\.)[–—](?=\d{1,2}\.)|(?<=\p{L})[–—](?=\d)|(?<=\d{4})[–—](?=\d{1,2}\s\p{L}|\d{4}\s?[年년])/gu;

/** @param {string} text a question @returns {string} */
export function withPlainDates(text) {
  const plain = withPlainSigns(text).replace(WAVE, " – ").replace(CLOSE_DASH, " – ")
    .replace(YEAR_FIRST, (_, year, month, day) => ` ${[year, two(month), two(day)].filter(Boolean).join("-")} `)
    .replace(MONTH_AND_DAY, (whole, month, day) => named(whole, month, day))
    .replace(KOREAN_MONTH, (whole, month) => named(whole, month, ""))
    .replace(LAST_DAY, "$1$2 ");
  return withPlainHours(plain);
}

/** @param {string} text @returns {string} with the digits and signs of Latin keyboards instead of Arabic and full-width ones */
function withPlainSigns(text) {
  return text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\uff01-\uff5d]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}

/** @param {string | undefined} digits */
function two(digits) {
  return digits?.padStart(2, "0");
}

/** @returns {string} `December 24`, which is read in all languages */
function named(whole, month, day) {
  return month < 1 || month > 12 ? whole : ` ${MONTH.format(Date.UTC(2000, month - 1, 15))} ${day} `;
}
