/** @module */

import { IS_CHOSEN, PAGE_LANGUAGES, TEXTS_IN, chooseLanguage } from "../core/language.js";
import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** A choice of the page's language, with names that a reader of another language knows. The page is loaded again. */
export function createLanguageChoice() {
  const names = Object.entries(PAGE_LANGUAGES).map(([language, name]) => h("option", { value: language, lang: language }, name));
  const select = h("select", { "aria-label": TEXTS.language, title: TEXTS.language, onchange: () => choose(select.value) },
    h("option", { value: "" }, TEXTS.languageOfBrowser), ...names);
  select.value = IS_CHOSEN ? TEXTS_IN : "";
  return h("label", { class: "layer-select layer-language" }, icon("language"), select);
}

/** @param {string} language */
function choose(language) {
  chooseLanguage(language);
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  if (address.href === location.href) location.reload();
  else location.replace(address);
}
