/**
 * Names in scripts from right to left within sentences from left to right. Pure.
 * @module
 */

const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const [ISOLATE, END] = ["\u2068", "\u2069"];

/**
 * Neighbours of such a name, such as a number, a parenthesis or another name, would be drawn on its other side.
 *
 * @param {string} text @returns {string} a part of a sentence with an order of its own
 */
export function isolated(text) {
  return FROM_THE_RIGHT.test(text) ? `${ISOLATE}${text}${END}` : text;
}
