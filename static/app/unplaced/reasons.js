/**
 * Why files are not on the map, in the words of photographers. Pure, no DOM.
 * @module
 */

import { inEnglish } from "../core/bidi.js";
import { asSentence } from "../core/format.js";
import { TEXTS_IN } from "../core/language.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {object} Reason
 * @property {string} name
 * @property {string} meaning one sentence
 * @property {string} advice what to do about it
 */

/** @type {Record<string, Reason>} */
const REASONS = {
  "no-gps": {
    name: TEXTS.noGPS,
    meaning: TEXTS.noGPSMeaning,
    advice: TEXTS.noGPSAdvice,
  },
  "null-island": {
    name: TEXTS.zeroLocation,
    meaning: TEXTS.zeroLocationMeaning,
    advice: TEXTS.zeroLocationAdvice,
  },
  "invalid-gps": {
    name: TEXTS.invalidLocation,
    meaning: TEXTS.invalidLocationMeaning,
    advice: TEXTS.invalidLocationAdvice,
  },
  unreadable: {
    name: TEXTS.unreadable,
    meaning: TEXTS.unreadableMeaning,
    advice: TEXTS.unreadableAdvice,
  },
  unsupported: {
    name: TEXTS.notSupported,
    meaning: TEXTS.notSupportedMeaning,
    advice: TEXTS.notSupportedAdvice,
  },
};

/** The order in which they are shown: first those that a photographer can repair. */
const ORDER = Object.keys(REASONS);

/**
 * @param {string} reason the server's name for it
 * @returns {Reason}
 */
export function reasonOf(reason) {
  return REASONS[reason] ?? { name: reason, meaning: "", advice: "" };
}

/**
 * Why one file has no position: the server's sentence, in other languages than English after the name of the reason.
 *
 * @param {{reason?: string, detail?: string}} properties
 * @returns {string}
 */
export function wordAbsence({ reason, detail }) {
  const name = reason ? reasonOf(reason).name : "";
  const said = asSentence(detail);
  if (!said || TEXTS_IN === "en") return said || name;
  return [name, inEnglish(said)].filter(Boolean).join(" · ");
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
  if (count === 0) return TEXTS.allOnMap;
  return TEXTS.filesNotOnMap(count);
}
