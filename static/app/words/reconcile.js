/**
 * Whether the server has a change already whose answer was lost, and whether others have written meanwhile. Pure.
 * @module
 */

import { LISTS, SINGLE, needed, valueOf } from "./change.js";

/**
 * @typedef {import("./change.js").Change} Change
 * @typedef {Change["set"]} Values
 *
 * @typedef {object} Base what the reader saw when the change was entered
 * @property {Partial<Record<keyof Values, (string | number | true | null)[]>>} values for each text or mark: that of the
 * server, and those that the page has tried to send since
 * @property {number[] | null} acts about the photo that were known; null if none were loaded
 *
 * @param {Change} change that the server may have
 * @param {Base} base
 * @param {{shown: import("./change.js").Words, acts: import("../api/words.js").WordsAct[]}} now
 * @returns {{rest: Change, held: Values}} what the server does not have; and what would override what others have written
 * since, which is for the reader to decide
 */
export function reconciled(change, base, { shown, acts }) {
  const known = base.acts;
  const fresh = known ? acts.filter(({ act }) => !known.includes(act)) : [];
  const rest = needed(change, shown);
  /** @type {Values} */
  const held = {};
  for (const name of SINGLE) {
    if (!(name in rest.set)) continue;
    const mine = rest.set[name] ?? null;
    const theirs = valueOf(shown, name);
    // It was stored, and changed again.
    const isStored = isSame(mine, theirs) || fresh.some(({ set }) => set && name in set && isSame(set[name] ?? null, mine));
    const isChanged = name in base.values && !base.values[name]?.some((value) => isSame(value, theirs));
    if (!isStored && isChanged) Object.assign(held, { [name]: mine });
    if (isStored || isChanged) delete rest.set[name];
  }
  for (const part of /** @type {const} */ (["add", "remove"])) {
    for (const list of LISTS) {
      const left = rest[part][list]?.filter((name) => !fresh.some((act) => act[part]?.[list]?.includes(name))) ?? [];
      if (left.length) rest[part][list] = left;
      else delete rest[part][list];
    }
  }
  return { rest, held };
}

/** @param {string | number | true | null} one @param {string | number | true | null} other */
function isSame(one, other) {
  return one === other || (typeof one === "string" && typeof other === "string" && one.normalize() === other.normalize());
}
