/**
 * The language of the page, and what `Intl` knows of it.
 * @module
 */

/** The page speaks English; dates and numbers follow the reader's own kind of it. */
export const LANGUAGE = /^en\b/i.test(navigator.language) ? navigator.language : "en-GB";
const INTEGER = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 });
const PLURALS = new Intl.PluralRules(LANGUAGE);

/**
 * @param {number} count
 * @returns {string} `1,234`
 */
export function formatCount(count) {
  return INTEGER.format(count);
}

/**
 * @param {number} count
 * @param {Partial<Record<Intl.LDMLPluralRule, string>> & {other: string}} forms
 * @returns {string} the form that goes with the count
 */
export function plural(count, forms) {
  return forms[PLURALS.select(count)] ?? forms.other;
}
