/**
 * Tests of a photo, as conditions of the API in CQL2. Pure.
 * @module
 */

/**
 * @typedef {object} Test of a photo
 * @property {string} property that it is about; empty if the condition is true or false for each photo
 * @property {string} condition
 */

/** Between the names of one value that a photo must all have, such as two people. */
const TOGETHER = "\t";

/** @param {string} property @param {string} comparison such as `= 'FR'` @returns {Test} */
export function compared(property, comparison) {
  return { property, condition: `${property} ${comparison}` };
}

/**
 * @param {"keywords" | "people"} list @param {string[]} names
 * @returns {Test} whether the list has all of them, or keywords below them; never unknown
 */
export function named(list, names) {
  const parts = names.map((name) => `NAMED(${list}, ${quoted(name)})`);
  return { property: "", condition: parts.length === 1 ? parts[0] : `(${parts.join(" AND ")})` };
}

/** @param {string} part such as `hour` @param {string} list of the parameter of that name @returns {Test} of the camera's clock */
export function onClock(part, list) {
  return { property: "takenAt", condition: `ON_CLOCK('${part}', '${list}')` };
}

/** @param {Test} test @returns {string} a photo without the property passes */
export function negated({ property, condition }) {
  if (!property) return `NOT (${condition})`;
  return condition === `${property} IS NULL` ? `${property} IS NOT NULL` : `(${property} IS NULL OR NOT ${condition})`;
}

/** @param {string} value of a filter @returns {string[]} the names in it */
export function namesIn(value) {
  return value.split(TOGETHER).filter(Boolean);
}

/** @param {string[]} names @returns {string} the value for photos that have all of them */
export function together(names) {
  return [...new Set(names)].join(TOGETHER);
}

/** @param {string} text @returns {string} as CQL2 writes it */
export function quoted(text) {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** @param {string} text */
export function escaped(text) {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** @param {string} glob with `*`, `?` and single characters in brackets @returns {string} the pattern for LIKE */
export function likeOf(glob) {
  return glob.replace(/\[(.)\]|[*?]|[\\%_]/g, (part, literal) => {
    if (literal !== undefined) return escaped(literal);
    return { "*": "%", "?": "_" }[part] ?? `\\${part}`;
  });
}
