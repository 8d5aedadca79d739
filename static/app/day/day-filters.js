/**
 * The filters of an open day. The first pins need them, before the rest of the page is loaded. Pure functions.
 * @module
 */

import { common, formatSpan, parseSpan } from "../core/span.js";

/** @typedef {import("../filters/filters.js").Filters} Filters */

/** @type {import("../core/address.js").AddressPart} */
export const DAY_ADDRESS = {
  fields: { day: null },
  isOpening: true,
  read: (fields) => ({ day: parseDay(fields.get("day")) }),
  write: ({ day }) => (day ? [`day=${day}`] : []),
};

/**
 * @param {string | null} text
 * @returns {string | null} a date that exists, or null
 */
export function parseDay(text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? "")) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}

/**
 * @param {Filters} filters
 * @param {string} date
 * @returns {Filters} of the day's photos by the clocks of the cameras. A span that is chosen applies only if it has a part of the day
 */
export function filtersOfDay(filters, date) {
  const day = parseSpan(date);
  return { ...filters, undated: "", time: formatSpan((day && common(day, parseSpan(filters.time))) ?? day) };
}
