/**
 * Times that come again: months, seasons, days of the year, weekdays and hours of any year, as values of filters.
 * Pure.
 * @module
 */

import { LANGUAGE, nameOfMonth } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { onClock } from "./conditions.js";

/** The months of the seasons in the north. In the south they are half a year later. */
const SEASONS = { winter: [12, 1, 2], spring: [3, 4, 5], summer: [6, 7, 8], autumn: [9, 10, 11] };
const SOUTH = "-south";
// A leap year, so that 29 February is one of its days.
const YEAR = 2024;
const DAY_MS = 86_400_000;
const DAY = new Intl.DateTimeFormat(LANGUAGE, { day: "numeric", month: "long", timeZone: "UTC" });
const CLOCK = new Intl.DateTimeFormat(LANGUAGE, { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
const WEEKDAY = new Intl.DateTimeFormat(LANGUAGE, { weekday: "long", timeZone: "UTC" });

/** @typedef {import("./conditions.js").Test} Test */

/** @param {string} season @param {boolean} isSouth @returns {string} a value of the filter `month` */
export function seasonValue(season, isSouth) {
  return isSouth ? `${season}${SOUTH}` : season;
}

/** @param {string} value @returns {number[]} the months of `6`, `5-7`, `winter` or `winter-south`; empty if it is none of them */
export function monthsIn(value) {
  const season = SEASONS[value.replace(SOUTH, "")];
  if (season) return value.endsWith(SOUTH) ? season.map((month) => ((month + 5) % 12) + 1) : season;
  const [, first, through] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(value) ?? [];
  const last = through ?? first;
  if (![first, last].every((month) => Number(month) >= 1 && Number(month) <= 12)) return [];
  return around(Number(first), Number(last), 1, 12);
}

/** From one to the other, over the end of the cycle if that is before. */
function around(first, last, least, most) {
  const length = ((last - first + (most - least + 1)) % (most - least + 1)) + 1;
  return Array.from({ length }, (_, step) => least + ((first - least + step) % (most - least + 1)));
}

/** @param {string} value of the filter `month` @returns {string} */
export function wordMonths(value) {
  const months = monthsIn(value);
  const season = TEXTS.seasons[value.replace(SOUTH, "")];
  const [first, last] = [months[0], months.at(-1)].map((month) => nameOfMonth(month ?? 1));
  if (!season) return months.length === 1 ? first : `${first} – ${last}`;
  // Only readers in the north think of other months.
  return value.endsWith(SOUTH) ? TEXTS.inSeason(season, `${first} – ${last}`) : season;
}

/** @param {string} value of the filter `month` @returns {Test[]} */
export function monthTests(value) {
  return [onClock("month", monthsIn(value).join(","))];
}

/** @param {string} value such as `17-22`, both hours included @returns {number[]} empty if it is not valid */
export function hoursIn(value) {
  const [, first, last] = /^(\d{1,2})-(\d{1,2})$/.exec(value) ?? [];
  return [first, last].every((hour) => hour !== undefined && Number(hour) < 24) ? around(Number(first), Number(last), 0, 23) : [];
}

/** @param {string} value of the filter `hour` @returns {string} */
export function wordHours(value) {
  const hours = hoursIn(value);
  const clock = (hour) => CLOCK.format(Date.UTC(YEAR, 0, 1, hour));
  return TEXTS.hours[value] ?? `${clock(hours[0])} – ${clock(hours.at(-1) + 1)}`;
}

/** @param {string} value of the filter `hour` @returns {string} `18:00 – 21:00` in every language */
export function plainHours(value) {
  if (TEXTS.hours[value]) return TEXTS.hours[value];
  const hours = hoursIn(value);
  return `${hours[0]}:00 – ${hours.at(-1) + 1}:00`;
}

/** @param {string} value of the filter `hour` @returns {Test[]} */
export function hourTests(value) {
  return [onClock("hour", value)];
}

/** @param {string} value such as `12-24` or `12-24/12-26` @returns {string[]} its days; empty if it is not valid */
export function daysOfYear(value) {
  const ends = value.split("/").map((day) => (/^\d\d-\d\d$/.test(day) ? Date.parse(`${YEAR}-${day}T00:00:00Z`) : NaN));
  // Some engines read 30 February as 1 March.
  if (value.split("/").some((day, index) => !Number.isNaN(ends[index]) && new Date(ends[index]).toISOString().slice(5, 10) !== day)) return [];
  if (ends.length > 2 || ends.some((end) => Number.isNaN(end))) return [];
  const [first, last] = [ends[0], ends.at(-1) < ends[0] ? ends.at(-1) + 366 * DAY_MS : ends.at(-1)];
  const count = (last - first) / DAY_MS + 1;
  return Array.from({ length: count }, (_, day) => new Date(first + day * DAY_MS).toISOString().slice(5, 10));
}

/** @param {Date} now @returns {string} the reader's day of the year, such as `11-29` */
export function dayOf(now) {
  return [now.getMonth() + 1, now.getDate()].map((number) => String(number).padStart(2, "0")).join("-");
}

/** @param {string} value of the filter `date` @returns {string} */
export function wordDays(value) {
  const ends = value.split("/").map((day) => Date.parse(`${YEAR}-${day}T00:00:00Z`));
  const [first, last] = [ends[0], ends.at(-1)];
  if (first === last) return DAY.format(first);
  const range = first < last ? DAY.formatRange(first, last) : "";
  // In some languages a range has months in digits, which are shorter but not clear.
  return range && !range.includes("/") ? range : `${DAY.format(first)} – ${DAY.format(last)}`;
}

/** @param {string} value of the filter `date` @returns {Test[]} */
export function dayTests(value) {
  return [onClock("date", value)];
}

/** @param {string} value `1` for Monday to `7` @returns {string} */
export function wordWeekday(value) {
  // 1 January 2024 was a Monday.
  return WEEKDAY.format(Date.UTC(2024, 0, Number(value)));
}
