/**
 * Parses a season or a month of any year, with or without a place. Pure.
 * @module
 */

import { nameOfMonth } from "../core/format.js";
import { joined } from "../filters/filters.js";
import { TEXTS } from "../core/texts.js";
import { monthNamed } from "./dates.js";
import { folded } from "./places.js";

/**
 * @typedef {object} Season
 * @property {string} place the rest of the text; empty without one
 * @property {string} words the season or month as the reader wrote it
 * @property {string[]} months the numbers of the months
 *
 * @param {string} text `winter`, `Iceland in winter`, `winter in Iceland`, `Iceland February`
 * @returns {Season | null} null if no season or month is named
 */
export function parseSeason(text) {
  const words = text.trim().split(/\s+/);
  const ends = words.length > 1 ? [words.length - 1, 0] : [0];
  const at = ends.find((index) => monthsNamed(words[index]).length > 0);
  if (at === undefined) return null;
  const rest = at === 0 ? words.slice(1) : words.slice(0, -1);
  if (rest.length && folded(rest[at === 0 ? 0 : rest.length - 1]) === "in") rest.splice(at === 0 ? 0 : -1, 1);
  return { place: rest.join(" "), words: words[at], months: monthsNamed(words[at]) };
}

function monthsNamed(word) {
  const season = Object.hasOwn(TEXTS.seasons, folded(word)) ? TEXTS.seasons[folded(word)] : "";
  const month = monthNamed(word);
  return season ? season.split(" ") : month ? [String(month)] : [];
}

/** @param {Season} season @returns {import("./answers.js").Answer} the photos of these months */
export function seasonAnswer({ words, months }) {
  return { kind: "filter", sign: "clock", title: words, detail: detailOf(months), changes: { month: joined(months) } };
}

/**
 * @param {import("../api/places.js").Area} area
 * @param {Season} season
 * @returns {import("./answers.js").Answer} the photos of an area in these months
 */
export function areaInSeason({ kind, id, name, country }, { words, months }) {
  const around = country && country !== name ? `${country} · ` : "";
  return {
    kind: "filter", sign: "clock", title: TEXTS.areaInTime(name, words), detail: around + detailOf(months),
    changes: { country: "", region: "", place: "", area: "", [kind]: id, month: joined(months) },
  };
}

function detailOf(months) {
  return TEXTS.takenInMonths(months.map((month) => nameOfMonth(Number(month))).join(", "));
}
