/**
 * Spans of time as the API's `datetime-local` writes them: local times of the cameras, both ends included. Moments
 * are milliseconds since 1970, as if the cameras' clocks had shown UTC. Pure functions.
 *
 * A span has its first and its last millisecond, as the server counts: consecutive spans share no photo and
 * omit none.
 * @module
 */

/**
 * @typedef {object} Span
 * @property {number} from the first millisecond since 1970; -Infinity if the span has no beginning
 * @property {number} through the last millisecond; Infinity if it has no end
 */

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)?)?$/;

const PERIOD = /^(\d{4})(?:-(\d\d))?$/;

/**
 * @param {string} text such as `2024`, `2024-05`, `2024-05-01/2024-05-31`, `../2024-05-01T12:00:00`
 * @returns {Span | null} null if the text is not a span
 */
export function parseSpan(text) {
  const parts = text.split("/");
  if (text === "" || parts.length > 2) return null;
  const isOpen = (part) => part === "" || part === "..";
  /** @type {Partial<Span> | null} */
  const start = isOpen(parts[0]) && parts.length === 2 ? { from: -Infinity } : momentsOf(parts[0]);
  /** @type {Partial<Span> | null} */
  const end = parts.length === 1 ? start : isOpen(parts[1]) ? { through: Infinity } : momentsOf(parts[1]);
  if (!start || !end || start.from > end.through) return null;
  return { from: start.from, through: end.through };
}

/**
 * @param {Span} span
 * @returns {string} the shortest form: whole days as dates
 */
export function formatSpan({ from, through }) {
  const start = from === -Infinity ? ".." : from % DAY === 0 ? dateOf(from) : instantOf(from, 0);
  const end = through === Infinity ? ".." : (through + 1) % DAY === 0 ? dateOf(through) : instantOf(through, 999);
  return `${start}/${end}`;
}

/**
 * @param {Span} span
 * @param {Span} limits
 * @returns {Span} the span, with the limits in place of open ends
 */
export function closedSpan({ from, through }, limits) {
  return {
    from: from === -Infinity ? Math.min(limits.from, through) : from,
    through: through === Infinity ? Math.max(limits.through, from) : through,
  };
}

/**
 * @param {Span} span
 * @param {Span} other
 * @returns {boolean} whether the span contains the other
 */
export function containsSpan(span, other) {
  return span.from <= other.from && span.through >= other.through;
}

/** @param {Span} span @returns {number} in milliseconds */
export function lengthOf({ from, through }) {
  return through - from + 1;
}

/** The first and the last millisecond that a date or a date-time means: a whole day, or a whole second. */
function momentsOf(text) {
  const period = PERIOD.exec(text);
  if (period) return wholePeriod(...period);
  const match = MOMENT.exec(text);
  if (!match) return null;
  const [, date, time, fraction, offset] = match;
  if (!time) return range(Date.parse(`${date}T00:00:00Z`), DAY, date);
  const start = Date.parse(`${date}T${time}${offset?.toUpperCase() ?? "Z"}`);
  const thousandths = fraction === undefined ? null : Number(fraction.slice(0, 3).padEnd(3, "0"));
  return thousandths === null ? range(start, SECOND, date) : range(start + thousandths, 1, date);
}

/** A whole year or month; null if the month is invalid. */
function wholePeriod(_, year, month) {
  const from = Date.parse(`${year}-${month ?? "01"}-01T00:00:00Z`);
  if (Number.isNaN(from)) return null;
  const next = new Date(from);
  if (month) next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCFullYear(next.getUTCFullYear() + 1);
  return { from, through: next.getTime() - 1 };
}

/**
 * Returns null if the date is invalid. Some engines read 30 February as 1 March, so the parsed date is
 * compared with the text.
 */
function range(from, length, date) {
  const day = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(from) || Number.isNaN(day) || dateOf(day) !== date) return null;
  return { from, through: from + length - 1 };
}

function dateOf(time) {
  return new Date(time).toISOString().slice(0, 10);
}

/** Omits the milliseconds `unsaid`, which a time without a fraction implies: 0 at the start, 999 at the end. */
function instantOf(time, unsaid) {
  const text = new Date(time).toISOString();
  const thousandths = ((time % SECOND) + SECOND) % SECOND;
  return text.slice(0, thousandths === unsaid ? 19 : 23);
}

/**
 * @param {Span} one @param {Span | null} other null if there is no limit
 * @returns {Span | null} what both have in common
 */
export function common(one, other) {
  if (!other) return one;
  const [from, through] = [Math.max(one.from, other.from), Math.min(one.through, other.through)];
  return from <= through ? { from, through } : null;
}
