/**
 * The filter for single photos that the reader has chosen. Pure.
 * @module
 */

import { rangesIn, rangesText } from "../core/id-ranges.js";

/** The most characters in an address. */
export const LONGEST_IDS = 3000;
/** The most bytes of the condition in a request, whose address has other filters too. */
const LONGEST_CONDITION = 4000;
/** The server takes 400 comparisons in all; single ids are one. */
const MOST_RANGES = 300;

/** @param {string} text @returns {string} in CQL2 */
export function chosenCondition(text) {
  const ranges = rangesIn(text);
  const single = ranges.filter(([first, last]) => first === last).map(([id]) => id);
  const parts = ranges.filter(([first, last]) => first < last).map(([first, last]) => `id BETWEEN ${first} AND ${last}`);
  return [...(single.length ? [`id IN (${single.join(",")})`] : []), ...parts].join(" OR ");
}

/** @param {string} text @returns {boolean} whether it is one of photos, for which addresses have space */
export function isChosen(text) {
  const ranges = rangesIn(text);
  const isCompared = ranges.length > 0 && ranges.filter(([first, last]) => first < last).length <= MOST_RANGES;
  return isCompared && text.length <= LONGEST_IDS && new URLSearchParams({ filter: chosenCondition(text) }).toString().length <= LONGEST_CONDITION;
}

/** @param {number[]} ids @returns {number} how many of them, from the first on, fit into an address */
export function fittingCount(ids) {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isChosen(rangesText(ids.slice(0, middle)))) low = middle;
    else high = middle - 1;
  }
  return low;
}
