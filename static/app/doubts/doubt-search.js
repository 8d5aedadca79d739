/**
 * Doubted positions in the search. Pure.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { NO_FILTERS } from "../filters/filters.js";
import { plainWord } from "../search/words.js";

/** Shorter texts begin many words. */
const LEAST_LETTERS = 3;
const MOST = 3;

/**
 * @param {import("./doubts-state.js").DoubtCounts | null} counts
 * @param {string} text
 * @returns {import("../search/answers.js").Answer[]} the filters in whose names each word of the text begins a word
 */
export function doubtAnswers(counts, text) {
  const words = plainWord(text).split(" ").filter(Boolean);
  if (!counts?.total || plainWord(text).trim().length < LEAST_LETTERS) return [];
  const all = [{ reason: "any", count: counts.total }, ...counts.reasons];
  return all.flatMap(({ reason, count }) => {
    const title = TEXTS.doubted[reason];
    if (!title) return [];
    const name = ` ${plainWord(title)}`;
    if (!words.every((word) => name.includes(` ${word}`))) return [];
    return [{ kind: /** @type {const} */ ("filter"), sign: "alert", title, detail: TEXTS.counted.photo(count), changes: { ...NO_FILTERS, doubt: reason } }];
  }).slice(0, MOST);
}
