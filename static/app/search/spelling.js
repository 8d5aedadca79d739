/** @module */

/** Words whose lengths differ by more than this are not compared. */
const MOST_ERRORS = 2;

/**
 * The edit distance between two words: letters added, removed, replaced, or swapped with their neighbour.
 *
 * @param {string} one
 * @param {string} other
 * @returns {number} infinite if it is certainly more than two
 */
export function typingErrors(one, other) {
  if (Math.abs(one.length - other.length) > MOST_ERRORS) return Infinity;
  let [before, last] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      next[column] = Math.min(last[column] + 1, next[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1));
      const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) next[column] = Math.min(next[column], before[column - 2] + 1);
    }
    if (Math.min(...next) > MOST_ERRORS) return Infinity;
    [before, last] = [last, next];
  }
  return last[other.length];
}
