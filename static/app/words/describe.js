/**
 * Changes of words in words. Pure.
 * @module
 */

import { wordStars } from "../filters/ratings.js";
import { TEXTS } from "../core/texts.js";
import { LISTS } from "./change.js";

/** @typedef {import("./change.js").Change} Change */

/** @param {Change} change @returns {string} what was done, for a message */
export function describe({ set, add, remove }) {
  const parts = [
    ...Object.entries(set).map(([name, value]) => OF_VALUES[name](value)),
    ...named(add, TEXTS.namesAdded),
    ...named(remove, TEXTS.namesRemoved),
  ];
  return parts.length === 1 ? parts[0] : TEXTS.wordsSaved;
}

const OF_VALUES = {
  title: (/** @type {string | null} */ text) => (text === null ? TEXTS.titleRemoved : TEXTS.titleSaved),
  caption: (/** @type {string | null} */ text) => (text === null ? TEXTS.captionRemoved : TEXTS.captionSaved),
  rating: (/** @type {number | null} */ stars) => (stars === null ? TEXTS.noStars : wordStars(String(stars))),
  favourite: (/** @type {true | null} */ is) => (is ? TEXTS.favourite : TEXTS.noFavourite),
};

/** @param {Change["add"]} lists @param {(names: string) => string} word */
function named(lists, word) {
  const names = LISTS.flatMap((list) => lists[list] ?? []);
  return names.length ? [word(TEXTS.together(names.map(TEXTS.quoted)))] : [];
}

/** @param {Change} one @param {Change} other @returns {boolean} whether both set the same text, and nothing else */
export function isSameText(one, other) {
  const text = textOf(one);
  return text !== null && text === textOf(other);
}

/** @param {Change} change */
function textOf({ set, add, remove }) {
  const [name, ...others] = [...Object.keys(set), ...Object.keys(add), ...Object.keys(remove)];
  return others.length === 0 && (name === "title" || name === "caption") ? name : null;
}
