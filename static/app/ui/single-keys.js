/**
 * Whether single keys such as F are shortcuts. Speech input and a slip of the hand press them too, so that the reader
 * can switch them off (WCAG 2.1.4).
 * @module
 */

import { recall, remember } from "../core/memory.js";

const SETTING = "geoindex-keys";
const OFF = "off";

let isOn = recall(SETTING) !== OFF;

/**
 * @param {KeyboardEvent} event
 * @returns {boolean} whether it is a single key, and these are switched off
 */
export function isSwitchedOff({ key }) {
  return !isOn && key.length === 1 && key !== " ";
}

/** @returns {boolean} */
export function hasSingleKeys() {
  return isOn;
}

/** @param {boolean} isWanted */
export function setSingleKeys(isWanted) {
  isOn = isWanted;
  remember(SETTING, isWanted ? "on" : OFF);
}
