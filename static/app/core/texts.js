/**
 * All texts of the page, in the reader's language. Only its file is loaded, and before all modules that use texts.
 * @module
 */

import { TEXTS_IN } from "./language.js";

/** @typedef {import("../texts/en.js").Texts} Texts */

/** @type {Record<import("./language.js").PageLanguage, () => Promise<{TEXTS: Texts}>>} */
const FILES = {
  en: () => import("../texts/en.js"),
  de: () => import("../texts/de.js"),
  fr: () => import("../texts/fr.js"),
  es: () => import("../texts/es.js"),
  it: () => import("../texts/it.js"),
  nl: () => import("../texts/nl.js"),
  pl: () => import("../texts/pl.js"),
  ja: () => import("../texts/ja.js"),
  ko: () => import("../texts/ko.js"),
  zh: () => import("../texts/zh.js"),
  ar: () => import("../texts/ar.js"),
};

export let TEXTS = /** @type {Texts} */ ({});

export async function loadTexts() {
  ({ TEXTS } = await FILES[TEXTS_IN]());
}
