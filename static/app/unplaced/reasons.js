/**
 * Why files are not on the map, in the words of photographers. Pure, no DOM.
 * @module
 */

import { formatCount } from "../format.js";

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
    meaning: "Nothing in these photos, or in a file beside them, says where they were taken: the camera had no GPS, or location was switched off.",
    advice: "Add the place in your photo manager, or take it from a track of your phone or watch with “exiftool -geotag TRACK.gpx FOLDER”. The next scan puts them on the map.",
  },
  "null-island": {
    name: "Null island",
    meaning: "These say they were taken at exactly 0° north, 0° east, in the sea off Africa, which is what programs write when they do not know the place.",
    advice: "Give them their true place in your photo manager, or take the wrong one out with “exiftool -gps:all= FILE”.",
  },
  "invalid-gps": {
    name: "Impossible place",
    meaning: "There is a place in these photos, but it cannot be right: a latitude beyond the poles, for example, or no word on whether it is north or south.",
    advice: "“geoindex inspect FILE” shows what is written there. Set the wrong part with exiftool, for example “exiftool -GPSLatitudeRef=S FILE”, and scan again.",
  },
  unreadable: {
    name: "Unreadable",
    meaning: "These files cannot be opened, or break off in the middle: a copy that was interrupted, a failing disk, or a file you may not read.",
    advice: "See whether a backup or the memory card has the whole file. They are tried again at each scan.",
  },
  unsupported: {
    name: "Not a photo",
    meaning: "These are no photos or films, or of a kind that is not read yet.",
    advice: "Nothing needs to be done. To leave such files out of the list: “geoindex scan --exclude '*.txt' FOLDER”.",
  },
};

/** The order in which they are shown: what a photographer can mend comes first. */
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
