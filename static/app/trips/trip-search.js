/**
 * The trips that a question of the search box is about. Pure.
 * @module
 */

import { folded } from "../core/fold.js";
import { NO_FILTERS } from "../filters/filters.js";
import { TEXTS } from "../core/texts.js";
import { formatDates, found } from "./trips-state.js";

/** Shorter texts begin too many words. */
const LEAST_LETTERS = 3;
const MOST = 3;

/**
 * @param {import("../api/trips.js").Trip[]} trips oldest first
 * @param {string} text
 * @returns {{first: import("../search/answers.js").Answer[], others: import("../search/answers.js").Answer[]}} the newest
 * ones; the first are those that the reader means: they have the name, or its words and the year
 */
export function tripAnswers(trips, text) {
  const words = folded(text).split(/[\s,]+/).filter(Boolean);
  const letters = words.filter((word) => /\p{L}/u.test(word));
  const none = { first: [], others: [] };
  if (!letters.length || letters.join("").length < LEAST_LETTERS) return none;
  // A year or a country alone is a filter of its own.
  const named = found(trips, text).filter(({ name }) => letters.every((word) => ` ${folded(name)}`.includes(` ${word}`))).reverse();
  const hasYear = words.some((word) => /^\d{4}$/.test(word));
  const isMeant = ({ name }) => hasYear || (letters.length > 1 && folded(name) === folded(text.trim()));
  const answers = named.slice(0, MOST).map((trip) => ({ isMeant: isMeant(trip), answer: answerOf(trip) }));
  return { first: answers.filter((one) => one.isMeant).map(({ answer }) => answer), others: answers.filter((one) => !one.isMeant).map(({ answer }) => answer) };
}

/** @param {import("../api/trips.js").Trip} trip @returns {import("../search/answers.js").Answer} */
function answerOf({ id, name, from, to }) {
  return { kind: "filter", sign: "way", title: name, detail: [TEXTS.trip, formatDates(from, to)].join(" · "), changes: { ...NO_FILTERS, trip: id } };
}
