/**
 * Why files are not on the map, in the words of photographers. Pure, no DOM.
 * @module
 */

import { formatCount } from "../core/format.js";

/**
 * @typedef {object} Reason
 * @property {string} name
 * @property {string} meaning one sentence
 * @property {string} advice what to do about it
 */

/** @type {Record<string, Reason>} */
const REASONS = {
  "no-gps": {
    name: "No GPS",
    meaning: "These photos, and any sidecar files, contain no location: the camera had no GPS, or location was switched off.",
    advice: "Add the location in your photo manager, or from a GPS track with “exiftool -geotag TRACK.gpx FOLDER”. The next scan puts them on the map.",
  },
  "null-island": {
    name: "Location is 0°, 0°",
    meaning: "The location of these photos is exactly 0° north, 0° east, in the sea off Africa. Programs write that when they don’t know the location.",
    advice: "Set the right location in your photo manager, or remove the wrong one with “exiftool -gps:all= FILE”.",
  },
  "invalid-gps": {
    name: "Invalid location",
    meaning: "These photos have a location that can’t be right: for example a latitude beyond the poles, or no mark for north or south.",
    advice: "“geoindex inspect FILE” shows what the file says. Correct it with exiftool, for example “exiftool -GPSLatitudeRef=S FILE”, and scan again.",
  },
  unreadable: {
    name: "Unreadable",
    meaning: "These files can’t be opened or are incomplete: an interrupted copy, a failing disk, or missing permission to read them.",
    advice: "Look for a complete copy in a backup or on the memory card. Each scan tries these files again.",
  },
  unsupported: {
    name: "Not supported",
    meaning: "These aren’t photos or videos, or the format isn’t supported yet.",
    advice: "You don’t need to do anything. To leave such files out: “geoindex scan --exclude '*.txt' FOLDER”.",
  },
};

/** The order in which they are shown: what a photographer can repair comes first. */
const ORDER = Object.keys(REASONS);

/**
 * @param {string} reason the server's word
 * @returns {Reason}
 */
export function reasonOf(reason) {
  return REASONS[reason] ?? { name: reason, meaning: "", advice: "" };
}

/**
 * @param {Record<string, number>} unlocated counts by reason
 * @returns {{reason: string, count: number}[]} those that occur
 */
export function reasonsOf(unlocated) {
  const rank = (reason) => (ORDER.includes(reason) ? ORDER.indexOf(reason) : ORDER.length);
  return Object.entries(unlocated)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => rank(one.reason) - rank(other.reason));
}

/**
 * @param {Record<string, number> | null} unlocated
 * @returns {number}
 */
export function countUnplaced(unlocated) {
  return Object.values(unlocated ?? {}).reduce((sum, count) => sum + count, 0);
}

/**
 * @param {number} count
 * @returns {string} `1,234 files are not on the map`
 */
export function formatUnplaced(count) {
  if (count === 0) return "Every photo is on the map";
  return `${formatCount(count)} file${count === 1 ? " is" : "s are"} not on the map`;
}
