/**
 * What the file of a photo says, where the photo shows something else, and a button that goes back to it.
 * @module
 */

import { h } from "../ui/dom.js";
import { LANGUAGE } from "../core/language.js";
import { wordStars } from "../filters/ratings.js";
import { TEXTS } from "../core/texts.js";

/** Longer lists of names are cut. */
const NAMES = 6;
const MADE = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });

/** @typedef {import("./differences.js").Difference} Difference */

/**
 * @param {object} options
 * @param {(change: import("./change.js").Change) => void} options.onBack
 * @param {() => void} options.focusBeside called when the last line is gone, which had the focus
 */
export function createFileLines({ onBack, focusBeside }) {
  const element = h("ul", { class: "file-lines", "aria-label": TEXTS.inTheFile, hidden: true });
  let drawn = "[]";

  return {
    element,

    /** @param {Difference[]} found */
    show(found) {
      const source = JSON.stringify(found);
      if (source === drawn) return;
      drawn = source;
      const hadFocus = element.contains(document.activeElement);
      element.replaceChildren(...found.map((one) => fileLine(one, onBack)));
      element.hidden = found.length === 0;
      if (!hadFocus) return;
      if (found.length) element.querySelector("button")?.focus();
      else focusBeside();
    },
  };
}

/**
 * @param {Difference} difference
 * @param {(change: import("./change.js").Change) => void} onBack
 * @returns {HTMLElement}
 */
function fileLine({ name, value, entered = [], removed = [], act, back }, onBack) {
  const label = NAMED[name];
  const says = entered.length || removed.length
    ? [entered.length && TEXTS.notInFile(list(entered)), removed.length && TEXTS.onlyInFile(list(removed))].filter(Boolean).join(" ")
    : value === null ? TEXTS.fileHasNone(label) : TEXTS.fileSays(label, worded(name, value));
  const made = act ? TEXTS.entered(act.by, MADE.format(new Date(act.made))) : "";
  return h("li", { class: "file-line" },
    h("span", { class: "file-says", dir: "auto" }, says),
    made && h("span", { class: "file-act" }, made),
    h("button", { type: "button", class: "words-more", "aria-label": TEXTS.useFileFor(label), onclick: () => onBack(back) }, TEXTS.useFile));
}

export const NAMED = {
  title: TEXTS.titleOfPhoto, caption: TEXTS.caption, rating: TEXTS.rating, favourite: TEXTS.favourite, keywords: TEXTS.keywords, people: TEXTS.people,
};

/** @param {string} name @param {any} value */
export function worded(name, value) {
  if (name === "rating") return wordStars(String(value));
  return name === "favourite" ? TEXTS.favourite : TEXTS.quoted(value);
}

/** @param {string[]} names */
function list(names) {
  const shown = names.slice(0, NAMES).map(TEXTS.quoted);
  return TEXTS.together(names.length > NAMES ? [...shown, TEXTS.moreNames(names.length - NAMES)] : shown);
}
