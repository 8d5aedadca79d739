/**
 * Spans of time as the API's `datetime` writes them. Pure functions; moments are milliseconds since 1970.
 * @module
 */

export const DAY = 86_400_000;

/**
 * @param {string} text an instant, a day, or `a/b` with either end open
 * @returns {[number, number]} the first and the last moment; infinite where the end is open
 */
export function parseSpan(text) {
  if (text === "") return [-Infinity, Infinity];
  const [from, to = from] = text.split("/");
  return [moment(from, 0) ?? -Infinity, moment(to, DAY - 1) ?? Infinity];
}

/**
 * @param {number} from
 * @param {number} to
 * @returns {string}
 */
export function formatSpan(from, to) {
  return `${new Date(from).toISOString()}/${new Date(to).toISOString()}`;
}

function moment(text, restOfDay) {
  if (text === "" || text === "..") return null;
  const value = Date.parse(text);
  if (Number.isNaN(value)) return null;
  return /T/i.test(text) ? value : value + restOfDay;
}
