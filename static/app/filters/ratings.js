/**
 * Stars as values of the filter `rating`, as the API has them: `4`, `4+`, `..2`, `2..4`; −1 means rejected. Pure.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { compared } from "./conditions.js";

const REJECTED = -1;
const MOST = 5;

/** @param {string} value @returns {[from: number, through: number] | null} null if it is not valid */
export function starsIn(value) {
  const [, alone, plus, first, last] = /^(?:(-1|[0-5])(\+)?|(-1|[0-5])?\.\.(-1|[0-5])?)$/.exec(value) ?? [];
  if (alone === undefined && first === undefined && last === undefined) return null;
  const from = Number(alone ?? first ?? REJECTED);
  const through = plus ? MOST : Number(alone ?? last ?? MOST);
  return from <= through ? [from, through] : null;
}

/** @param {string} value @returns {string} */
export function wordStars(value) {
  const [from, through] = starsIn(value) ?? [MOST, MOST];
  if (through === REJECTED) return TEXTS.rejected;
  if (from === through) return TEXTS.stars(from);
  if (through === MOST) return TEXTS.starsOrMore(from);
  return from === REJECTED ? TEXTS.starsOrFewer(through) : TEXTS.starsFromTo(from, through);
}

/** @param {string} value @returns {import("./conditions.js").Test[]} */
export function starTests(value) {
  const [from, through] = starsIn(value) ?? [MOST, MOST];
  return [compared("rating", from === through ? `= ${from}` : `BETWEEN ${from} AND ${through}`)];
}

/**
 * @param {{value: number, count: number}[]} ratings
 * @returns {import("./kinds.js").Choice[]} those that photos have, the best first
 */
export function starChoices(ratings = []) {
  return ["5", "4+", "3+", "2+", "1+", "-1"].map((value) => {
    const [from, through] = /** @type {[number, number]} */ (starsIn(value));
    const count = ratings.reduce((sum, one) => (one.value >= from && one.value <= through ? sum + one.count : sum), 0);
    return { value, label: wordStars(value), count };
  }).filter(({ count }) => count > 0);
}
