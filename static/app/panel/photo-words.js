/**
 * What is written about a photo: title, caption, stars, people and keywords. The same in the panel and in the viewer.
 * @module
 */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { wordStars } from "../filters/ratings.js";
import { TEXTS } from "../core/texts.js";

/** Captions with more characters or lines than this are folded. */
const LONG_CAPTION = 260;
const LONG_LINES = 5;
/** Longer lists of keywords or people begin with this number. */
const SHOWN = 8;
const MOST_STARS = 5;

/**
 * @typedef {(changes: Partial<import("../filters/filters.js").Filters>) => void} FilterBy shows the photos with a keyword or person
 *
 * @param {import("../api/photos.js").Photo} photo
 * @param {FilterBy} filterBy
 * @returns {HTMLElement | null} null if nothing is written about it
 */
export function photoWords({ properties }, filterBy) {
  const parts = [...textsOf(properties), marksOf(properties), ...namesOf(properties, filterBy)].filter((part) => part !== null);
  return parts.length ? h("section", { class: "photo-words", "aria-label": TEXTS.words }, ...parts) : null;
}

/** @param {import("../api/photos.js").PhotoProperties} properties @returns {HTMLElement[]} title and caption */
export function textsOf({ title, caption }) {
  return [
    title && h("h3", { class: "words-title", dir: "auto" }, title),
    caption && caption !== title && captionOf(caption),
  ].filter((part) => part instanceof HTMLElement);
}

/**
 * People and keywords.
 *
 * @param {import("../api/photos.js").PhotoProperties} properties @param {FilterBy} filterBy
 * @returns {HTMLElement[]}
 */
export function namesOf({ keywords = [], keywordPaths = [], people = [] }, filterBy) {
  return [
    chipsOf(TEXTS.people, "person", people.map((name) => chip(name, name, () => filterBy({ person: name })))),
    chipsOf(TEXTS.keywords, "tag", [...alone(keywords, keywordPaths).map((name) => chip(name, name, () => filterBy({ keyword: name }))),
      ...keywordPaths.map((path) => pathChip(path, filterBy))]),
  ].filter((part) => part !== null);
}

/** The keywords that are not the end of a path, which is shown instead. @param {string[]} keywords @param {string[]} paths */
export function alone(keywords, paths) {
  const ends = new Set(paths.map((path) => lastOf(path).toLowerCase()));
  return keywords.filter((name) => !ends.has(name.toLowerCase()));
}

function lastOf(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** @param {string} caption */
function captionOf(caption) {
  const text = h("p", { class: "words-caption", dir: "auto" }, caption);
  if (caption.length <= LONG_CAPTION && caption.split("\n").length <= LONG_LINES) return text;
  const more = h("button", { type: "button", class: "words-more", "aria-expanded": "false", onclick: () => fold(!text.classList.contains("is-folded")) });
  const fold = (/** @type {boolean} */ isFolded) => {
    text.classList.toggle("is-folded", isFolded);
    more.setAttribute("aria-expanded", String(!isFolded));
    more.textContent = isFolded ? TEXTS.showMore : TEXTS.showLess;
  };
  fold(true);
  return h("div", {}, text, more);
}

/** @param {import("../api/photos.js").PhotoProperties} properties @returns {HTMLElement | null} */
function marksOf(properties) {
  const { rating, favourite } = properties;
  const marks = [
    rating !== undefined && (rating < 0 ? h("span", { class: "words-rejected" }, TEXTS.rejected) : starsOf(rating)),
    favourite && h("span", { class: "words-favourite" }, icon("heart"), TEXTS.favourite),
    labelOf(properties),
  ].filter(Boolean);
  return marks.length > 0 ? h("p", { class: "words-marks" }, ...marks) : null;
}

/** @param {import("../api/photos.js").PhotoProperties} properties */
export function labelOf({ label }) {
  return label && h("span", { class: "words-label" }, h("span", { class: "visually-hidden" }, `${TEXTS.label} `), h("bdi", {}, label));
}

/** @param {number} rating */
function starsOf(rating) {
  return h("span", { class: "words-stars", role: "img", "aria-label": wordStars(String(rating)) }, "★".repeat(rating), h("span", { class: "words-no-stars" }, "★".repeat(MOST_STARS - rating)));
}

/** @param {string} title @param {string} sign @param {HTMLElement[]} chips */
function chipsOf(title, sign, chips) {
  if (chips.length === 0) return null;
  const rest = chips.slice(SHOWN);
  const list = h("ul", { class: "words-chips", "aria-label": title }, h("li", { class: "words-sign", "aria-hidden": "true" }, icon(sign)), ...chips.slice(0, SHOWN));
  if (rest.length === 0) return list;
  const more = h("button", { type: "button", class: "words-chip is-more" }, TEXTS.showMoreChoices(rest.length));
  more.addEventListener("click", () => {
    last.replaceWith(...rest);
    rest[0].querySelector("button")?.focus();
  });
  const last = h("li", {}, more);
  list.append(last);
  return list;
}

/** @param {string} text @param {string} value @param {() => void} onclick */
function chip(text, value, onclick) {
  return h("li", {}, button(text, value, onclick, "words-chip"));
}

/** A path such as `Nature/Sea`: each part leads to all keywords below it. @param {string} path @param {FilterBy} filterBy */
function pathChip(path, filterBy) {
  const parts = path.split("/");
  const buttons = parts.map((part, index) => {
    const value = parts.slice(0, index + 1).join("/");
    return button(part, value, () => filterBy({ keyword: value }), "words-part");
  });
  return h("li", { class: "words-chip is-path" }, ...buttons);
}

/** @param {string} text @param {string} value @param {() => void} onclick @param {string} className */
function button(text, value, onclick, className) {
  const title = TEXTS.showPhotosWith(value);
  return h("button", { type: "button", class: className, title, "aria-label": title, onclick }, h("bdi", {}, text));
}
