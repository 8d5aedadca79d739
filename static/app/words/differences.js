/**
 * Where a photo shows other words than its file has. Pure.
 * @module
 */

import { SINGLE, changeOf, valueOf } from "./change.js";

/**
 * @typedef {object} Difference
 * @property {"title" | "caption" | "rating" | "favourite" | "keywords" | "people"} name
 * @property {any} [value] of the file; null if it has none
 * @property {string[]} [entered] names that the file does not have
 * @property {string[]} [removed] names that only the file has
 * @property {{by: string, made: string} | null} act the newest that changed it
 * @property {import("./change.js").Change} back the change to what the file says
 *
 * @param {import("./change.js").Words} shown
 * @param {import("./change.js").Words} file
 * @param {import("../api/words.js").WordsAct[]} acts about the photo, the newest first
 * @returns {Difference[]}
 */
export function differences(shown, file, acts) {
  const found = /** @type {Difference[]} */ ([]);
  for (const name of SINGLE) {
    const value = valueOf(file, name);
    if (value === valueOf(shown, name)) continue;
    found.push({ name, value, act: acts.find(({ set }) => set && name in set) ?? null, back: changeOf({ set: { [name]: value } }) });
  }
  for (const lists of /** @type {const} */ ([["keywords", "keywordPaths"], ["people"]])) {
    const [name] = lists;
    const entered = /** @type {Record<string, string[]>} */ (Object.fromEntries(lists.map((list) => [list, minus(shown[list], file[list])])));
    const removed = /** @type {Record<string, string[]>} */ (Object.fromEntries(lists.map((list) => [list, minus(file[list], shown[list])])));
    if (![entered, removed].some((one) => Object.values(one).flat().length)) continue;
    const act = acts.find(({ add, remove }) => lists.some((list) => add?.[list] || remove?.[list])) ?? null;
    found.push({ name, entered: Object.values(entered).flat(), removed: Object.values(removed).flat(), act, back: changeOf({ add: filled(removed), remove: filled(entered) }) });
  }
  return found;
}

/** @param {string[]} [names] @param {string[]} [others] */
function minus(names = [], others = []) {
  const known = new Set(others);
  return names.filter((name) => !known.has(name));
}

/** @param {Record<string, string[]>} lists */
function filled(lists) {
  return Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length));
}
