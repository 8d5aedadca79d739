/**
 * The language of the page, with its number format and plural rules from `Intl`.
 * @module
 */

/** The reader's languages. A browser may name one that is no language tag: WebKitGTK says `C` if the locale is C. */
export const LANGUAGES = (navigator.languages ?? [navigator.language]).filter(isLanguageTag);
/** The page is in English. Dates and numbers use the reader's variant, such as `en-US`. */
export const LANGUAGE = LANGUAGES.slice(0, 1).find((language) => /^en\b/i.test(language)) ?? "en-GB";
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

/** @param {string} text @returns {boolean} whether `Intl` accepts it */
function isLanguageTag(text) {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text).length > 0;
  } catch {
    return false;
  }
}
