/**
 * Stars, favourite and rejected as buttons.
 * @module
 */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { wordStars } from "../filters/ratings.js";
import { TEXTS } from "../core/texts.js";
import { REJECTED } from "./change.js";

const MOST_STARS = 5;

/**
 * @param {object} options
 * @param {(set: import("./change.js").Change["set"]) => void} options.onSet
 */
export function createMarks({ onSet }) {
  let rating = /** @type {number | undefined} */ (undefined);
  let isFavourite = false;
  const rate = (/** @type {number} */ value) => onSet({ rating: rating === value ? null : value });
  const stars = Array.from({ length: MOST_STARS }, (_, index) =>
    h("button", { type: "button", class: "words-mark mark-star", "aria-label": wordStars(String(index + 1)), title: wordStars(String(index + 1)), onclick: () => rate(index + 1) }, icon("star")));
  const group = h("span", { class: "words-mark-stars", role: "group" }, ...stars);
  const heart = button(TEXTS.favourite, "heart", () => onSet({ favourite: isFavourite ? null : true }), "words-mark mark-heart");
  const reject = button(TEXTS.rejected, "reject", () => rate(REJECTED), "words-mark mark-reject");

  return {
    parts: [group, heart, reject],

    /** @param {import("./change.js").Words} words */
    show(words) {
      rating = words.rating;
      isFavourite = Boolean(words.favourite);
      group.setAttribute("aria-label", `${TEXTS.rating}: ${rating === undefined || rating < 0 ? TEXTS.noStars : wordStars(String(rating))}`);
      stars.forEach((star, index) => {
        star.setAttribute("aria-pressed", String(rating === index + 1));
        star.classList.toggle("is-set", index < (rating ?? 0));
      });
      heart.setAttribute("aria-pressed", String(isFavourite));
      reject.setAttribute("aria-pressed", String(rating === REJECTED));
    },
  };
}

/** @param {string} label @param {string} sign @param {() => void} onclick @param {string} className */
function button(label, sign, onclick, className) {
  return h("button", { type: "button", class: className, "aria-label": label, title: label, onclick }, icon(sign));
}
