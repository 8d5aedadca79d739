/**
 * Ids of photos as a short text: `1-500,700`. Pure.
 * @module
 */

/** @typedef {[first: number, last: number]} Range both included */

const RANGE = /^([1-9]\d{0,15})(?:-([1-9]\d{0,15}))?$/;

/** @param {number[]} ids @returns {string} with neighbours as ranges; empty without ids */
export function rangesText(ids) {
  const ranges = [...new Set(ids)].sort((one, other) => one - other).reduce((/** @type {Range[]} */ before, id) => {
    const last = before.at(-1);
    if (last && last[1] === id - 1) last[1] = id;
    else before.push([id, id]);
    return before;
  }, []);
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
}

/** @param {string} text @returns {Range[]} empty if it is not the text of ranges */
export function rangesIn(text) {
  const ranges = text.split(",").map((part) => {
    const found = RANGE.exec(part);
    return /** @type {Range} */ ([Number(found?.[1]), Number(found?.[2] ?? found?.[1])]);
  });
  return ranges.every(([first, last]) => first <= last && last <= Number.MAX_SAFE_INTEGER) ? ranges : [];
}

/** @param {Range[]} ranges @returns {number} of ids */
export function countOf(ranges) {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}
