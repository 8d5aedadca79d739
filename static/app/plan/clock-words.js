/**
 * The error of a camera's clock in words. Pure.
 * @module
 */

import { TEXTS } from "../core/texts.js";

/** Without a time zone, a clock is compared with the nearest half hour from UTC. */
const HALF_HOUR = 1800;

/**
 * @param {string} timeZone such as `Europe/Helsinki` @param {string} instant
 * @returns {number | null} the seconds that clocks of the zone are ahead of UTC; null if the browser does not know it
 */
export function zoneOffset(timeZone, instant) {
  try {
    const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(new Date(instant));
    const match = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(parts.find(({ type }) => type === "timeZoneName")?.value ?? "");
    if (!match) return null;
    const size = 3600 * Number(match[2] ?? 0) + 60 * Number(match[3] ?? 0);
    return match[1] === "-" ? -size : size;
  } catch {
    return null;
  }
}

/**
 * @param {number} clock the seconds that a clock is ahead of UTC
 * @param {number | null} [zone] those of the place
 * @returns {{error: string, zone: string}} `7 min 2 s fast`, `UTC+3`
 */
export function clockWords(clock, zone) {
  const right = zone ?? Math.round(clock / HALF_HOUR) * HALF_HOUR;
  const error = clock - right;
  const size = durationText(Math.abs(error));
  return { error: error === 0 ? TEXTS.clockRight : error > 0 ? TEXTS.clockFast(size) : TEXTS.clockSlow(size), zone: zoneText(right) };
}

/** @param {number} seconds @returns {string} `1 h 7 min 2 s` */
export function durationText(seconds) {
  /** @type {[number, (count: number) => string][]} */
  const parts = [[Math.floor(seconds / 3600), TEXTS.hourCount], [Math.floor(seconds / 60) % 60, TEXTS.minutes], [seconds % 60, TEXTS.seconds]];
  return parts.filter(([count]) => count).map(([count, text]) => text(count)).join(" ");
}

function zoneText(seconds) {
  const [hours, minutes] = [Math.floor(Math.abs(seconds) / 3600), Math.floor(Math.abs(seconds) / 60) % 60];
  if (seconds === 0) return "UTC";
  return `UTC${seconds < 0 ? "−" : "+"}${hours}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""}`;
}
