/**
 * Names within sentences that run the other way.
 * @module
 */

import { IS_FROM_THE_RIGHT } from "./language.js";

const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const [FROM_THE_LEFT, ISOLATE, END] = ["\u2066", "\u2068", "\u2069"];

/** English in a text: an isolate from the left that begins with a word joiner, which has no width. */
const ENGLISH = /(\u2066\u2060[^\u2069]*\u2069)/;

/** @param {string} text @returns {string} a part of a text that `partsOf` tells from the rest, in an order of its own */
export function inEnglish(text) {
  return `${FROM_THE_LEFT}\u2060${text}${END}`;
}

/** @param {string} text @returns {string[]} the parts of a text, of which the second, fourth and so on are English */
export function partsOf(text) {
  return text.split(ENGLISH);
}

/** @param {string} text such as `48°` @returns {string} its sign stays after the number where lines run to the left */
export function fromTheLeft(text) {
  return IS_FROM_THE_RIGHT ? `${FROM_THE_LEFT}${text}${END}` : text;
}

/**
 * Neighbours of such a name, such as a number, a parenthesis or another name, would be drawn on its other side.
 *
 * @param {string} text @returns {string} a part of a sentence with an order of its own
 */
export function isolated(text) {
  return (IS_FROM_THE_RIGHT && text) || FROM_THE_RIGHT.test(text) ? `${ISOLATE}${text}${END}` : text;
}
