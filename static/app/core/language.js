/**
 * The language of the page, with its number format and plural rules from `Intl`.
 * @module
 */

/** The page is in English. Dates and numbers use the reader's variant, such as `en-US`. */
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
 * @returns {string} the plural form for the count
 */
export function plural(count, forms) {
  return forms[PLURALS.select(count)] ?? forms.other;
}
