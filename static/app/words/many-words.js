/**
 * What several photos have in common. Pure.
 * @module
 */

import { applied, valueOf } from "./change.js";

/** @typedef {import("./change.js").Words} Words */

/**
 * @param {Words[]} words of each photo @param {import("./change.js").Change} change @param {"title" | "caption" | "rating" | "favourite"} name
 * @returns {string | number | true | null | undefined} the value of all after the change; undefined if they differ or are unknown
 */
export function common(words, change, name) {
  if (name in change.set) return change.set[name];
  const values = new Set(words.map((one) => valueOf(one, name)));
  return values.size === 1 ? [...values][0] : undefined;
}

/**
 * @param {Words[]} words of each photo @param {import("./change.js").Change} change @param {import("./change.js").ListName[]} lists
 * @returns {import("./name-chips.js").Chip[]} the names that photos have after the change, those of most photos first
 */
export function namesOfAll(words, change, lists) {
  const after = (words.length ? words : [{}]).map((one) => applied(one, change));
  return lists.flatMap((list) => {
    const counts = /** @type {Map<string, number>} */ (new Map());
    for (const one of after) for (const name of new Set(one[list])) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts].sort(([, one], [, other]) => other - one)
      .map(([name, count]) => ({ list, name, ...(count < after.length && { count, total: after.length, isPartial: true }) }));
  });
}

/**
 * A text that is emptied again stays as it is in each photo, if photos have several.
 *
 * @param {Words[]} words of each photo @param {import("./change.js").Change} change
 * @param {"title" | "caption"} name @param {string | null} text
 * @returns {import("./change.js").Change} with the text
 */
export function withText(words, change, name, text) {
  const set = { ...change.set, [name]: text };
  if (text === null && common(words, { ...change, set: {} }, name) === undefined) delete set[name];
  return { ...change, set };
}
