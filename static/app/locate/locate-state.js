/**
 * The files of which the reader wants to know where they were taken. Pure.
 * @module
 */

import { isolated } from "../core/bidi.js";
import { formatClock, formatCoordinates, formatDay, formatPlace } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { wordAbsence } from "../unplaced/reasons.js";

/**
 * @typedef {import("../api/locate.js").LocatedFile} LocatedFile
 *
 * @typedef {object} Entry a file of the list
 * @property {number} id its place in the list of all, from 1
 * @property {string} name
 * @property {"waiting" | "sending" | "read" | "failed"} status
 * @property {LocatedFile} [feature] the answer of the server
 * @property {string} [problem] why there is none
 *
 * @typedef {object} OpenLocated
 * @property {Entry[]} entries in the order in which they were chosen
 * @property {number} done how many are read or have failed
 * @property {number} placed how many have a position
 * @property {"running" | "finished" | "cancelled"} status
 * @property {number | null} chosen the id of the entry that the map shows
 */

export const LOCATED = {
  located: /** @type {OpenLocated | null} */ (null),
  /** Whether the address has the list. What else the address opens takes its place. */
  isLocatedOpen: false,
};

/** The files themselves cannot be in the address. @type {import("../core/address.js").AddressPart} */
export const LOCATE_ADDRESS = {
  fields: { locate: false },
  isOpening: true,
  isLasting: true,
  read: (fields) => ({ locate: fields.get("locate") === "list" }),
  write: ({ locate }) => (locate ? ["locate=list"] : []),
};

/** @returns {OpenLocated} the list before the first choice */
export function noneLocated() {
  return { entries: [], done: 0, placed: 0, status: "finished", chosen: null };
}

/** @param {string[]} names @returns {OpenLocated} */
export function beginLocated(names) {
  return { entries: names.map((name, place) => ({ id: place + 1, name, status: "waiting" })), done: 0, placed: 0, status: "running", chosen: null };
}

/**
 * @param {OpenLocated} open
 * @param {Iterable<Entry>} changed
 * @returns {OpenLocated}
 */
export function withEntries(open, changed) {
  const entries = [...open.entries];
  let { done, placed } = open;
  for (const entry of changed) {
    const before = entries[entry.id - 1];
    done += Number(isDone(entry)) - Number(isDone(before));
    placed += Number(isPlaced(entry)) - Number(isPlaced(before));
    entries[entry.id - 1] = entry;
  }
  return { ...open, entries, done, placed };
}

/**
 * @param {OpenLocated} open
 * @param {boolean} isCancelled
 * @returns {OpenLocated} without those that were not sent
 */
export function endLocated(open, isCancelled) {
  const entries = isCancelled ? open.entries.filter(isDone) : open.entries;
  return { ...open, entries, status: isCancelled ? "cancelled" : "finished" };
}

/** @param {Entry} entry */
export function isDone({ status }) {
  return status === "read" || status === "failed";
}

/** @param {Entry} entry @returns {boolean} whether it has a position */
export function isPlaced({ feature }) {
  return Boolean(feature?.geometry);
}

/** @param {Entry} entry @returns {string} where and when, or why that is not known */
export function detailOf({ status, feature, problem }) {
  if (status === "failed") return problem ?? "";
  if (!feature) return status === "sending" ? TEXTS.locateSending : TEXTS.locateWaiting;
  const { properties, geometry } = feature;
  const when = [formatDay(properties), formatClock(properties)].filter(Boolean).join(", ");
  if (!geometry) return wordAbsence(properties);
  return [whereOf(feature), when].join(" · ");
}

/** @param {LocatedFile} file with a position @returns {string} */
function whereOf({ properties, geometry: { coordinates: [lon, lat] } }) {
  const place = formatPlace(properties);
  return place ? [place.name, place.within.split(", ").at(-1)].filter(Boolean).map(isolated).join(", ") : formatCoordinates(lat, lon);
}

/**
 * Photos of a phone that all lack a position probably had one before they were chosen.
 *
 * @param {OpenLocated} open
 */
export function lacksAllPositions({ status, entries, placed }) {
  return status === "finished" && placed === 0 && entries.some(({ feature }) => feature?.properties.reason === "no-gps");
}

/**
 * The entry that a click on a mark chooses: of several at one spot, the one after the chosen one.
 *
 * @param {OpenLocated} open
 * @param {number} id of the mark that was hit
 * @returns {number}
 */
export function nextAtSpot({ entries, chosen }, id) {
  const spot = String(entries.find((one) => one.id === id)?.feature?.geometry?.coordinates);
  const here = entries.filter(({ feature }) => feature?.geometry && String(feature.geometry.coordinates) === spot);
  const place = here.findIndex((one) => one.id === chosen);
  return place < 0 ? id : here[(place + 1) % here.length].id;
}
