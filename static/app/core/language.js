/**
 * The language of the page, with its number format and plural rules from `Intl`.
 * @module
 */

import { recall, remember } from "./memory.js";

/** @typedef {keyof typeof PAGE_LANGUAGES} PageLanguage */

/** The languages of the page, by their own names. Each has a file of texts. */
export const PAGE_LANGUAGES = {
  en: "English", de: "Deutsch", fr: "Français", es: "Español", it: "Italiano", nl: "Nederlands", pl: "Polski", ja: "日本語", ko: "한국어", zh: "简体中文", ar: "العربية",
};
const SETTING = "geoindex.language";
const FROM_THE_RIGHT = "ar";

/** The reader's languages. A browser may name one that is no language tag: WebKitGTK says `C` if the locale is C. */
export const LANGUAGES = (navigator.languages ?? [navigator.language]).filter(isLanguageTag);
/** The language of the address, `?lang=de`, else the one that the reader has chosen; without them the browser decides. */
const CHOSEN = pageLanguage(new URLSearchParams(globalThis.location?.search).get("lang")) ?? pageLanguage(recall(SETTING));
export const IS_CHOSEN = CHOSEN !== null;
/** The language of the texts. */
export const TEXTS_IN = CHOSEN ?? firstOf(LANGUAGES);
/** Dates and numbers use the reader's variant, such as `en-US`. */
export const LANGUAGE = LANGUAGES.slice(0, 1).find((language) => pageLanguage(language) === TEXTS_IN) ?? variantOf(TEXTS_IN);
/** The language of names of places. */
export const NAMES_IN = IS_CHOSEN ? TEXTS_IN : (LANGUAGES[0] ?? "en");
/** What requests say of the language of names, if that is not what the browser says. */
export const LANGUAGE_HEADERS = IS_CHOSEN ? { "Accept-Language": [TEXTS_IN, ...LANGUAGES].join(", ") } : {};
export const DIRECTION = TEXTS_IN === FROM_THE_RIGHT ? "rtl" : "ltr";
export const IS_FROM_THE_RIGHT = DIRECTION === "rtl";
/** 1 where lines run to the right, -1 where they run to the left. */
export const ON = IS_FROM_THE_RIGHT ? -1 : 1;
/** The keys that lead on and back in lists, grids and trees. */
export const [KEY_ON, KEY_BACK] = IS_FROM_THE_RIGHT ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];

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

/** @param {string} language of the page, or empty: the browser decides. It is used when the page is loaded again. */
export function chooseLanguage(language) {
  remember(SETTING, language);
}

/** @param {string[]} languages @returns {PageLanguage} the first that the page has */
function firstOf(languages) {
  for (const language of languages) {
    const known = pageLanguage(language);
    if (known) return known;
  }
  return "en";
}

/** @param {PageLanguage} language @returns {string} the variant for readers whose browser names none */
function variantOf(language) {
  return language === "en" ? "en-GB" : language === "zh" ? "zh-Hans" : language;
}

/** @param {string | null} tag such as `de-AT` @returns {PageLanguage | null} Chinese in traditional characters is another language here */
function pageLanguage(tag) {
  if (!tag || !isLanguageTag(tag)) return null;
  const { language, script } = new Intl.Locale(tag).maximize();
  if (language === "zh" && script !== "Hans") return null;
  return Object.hasOwn(PAGE_LANGUAGES, language) ? /** @type {PageLanguage} */ (language) : null;
}

/** @param {string} text @returns {boolean} whether `Intl` accepts it */
function isLanguageTag(text) {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text).length > 0;
  } catch {
    return false;
  }
}
