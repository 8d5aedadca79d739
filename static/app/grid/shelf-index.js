/**
 * Which page has the photo with an index of a shelf, and the corresponding index on another shelf. Pure functions.
 * @module
 */

/**
 * @typedef {import("./shelf.js").Shelf} Shelf
 * @typedef {import("./shelf.js").Page} Page
 *
 * @param {Shelf} shelf
 * @param {number} index
 * @returns {Page | undefined}
 */
export function pageOf(shelf, index) {
  return shelf.pages[pageNumber(shelf, index)];
}

/**
 * @param {Shelf} shelf
 * @param {number} first
 * @param {number} last
 * @returns {Page[]} the pages from that of one index to that of another
 */
export function pagesBetween(shelf, first, last) {
  return shelf.pages.slice(pageNumber(shelf, first), pageNumber(shelf, last) + 1);
}

/**
 * @param {Shelf} shelf
 * @param {number} moment
 * @returns {{first: number, end: number}} the indices of the photos of the day (UTC) that contains the moment; if that
 * day has none, those of the last day before it
 */
export function indicesOfDay({ days, order }, moment) {
  let first = 0;
  let before = { first: 0, end: 0 };
  for (const { start, count } of days) {
    const day = { first, end: first + count };
    if (order === "oldest" ? start > moment : start <= moment) return order === "oldest" ? before : day;
    before = day;
    first += count;
  }
  return order === "oldest" ? before : { first, end: first };
}

/**
 * The index on another shelf of photos of the same day, as far into that day.
 *
 * @param {Shelf} shelf
 * @param {Shelf} next
 * @param {number} index
 * @returns {number}
 */
export function sameIndex(shelf, next, index) {
  const last = Math.max(0, next.shown - 1);
  if (shelf.order !== next.order) return 0;
  if (shelf.kind === "first" && next.kind === "days") return Math.min(last, index);
  if (next.kind !== "days" || shelf.kind !== "days") return 0;
  let first = 0;
  for (const { start, count } of shelf.days) {
    if (index < first + count) {
      const there = indicesOfDay(next, start);
      return Math.min(last, there.first + Math.floor(((index - first) * (there.end - there.first)) / count));
    }
    first += count;
  }
  return Math.min(last, next.shown - next.undated);
}

function pageNumber({ pages }, index) {
  let [low, high] = [0, pages.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pages[middle].start <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}
