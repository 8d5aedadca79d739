/**
 * The list of results below the search box, of which one can be active. A listbox of a combobox.
 * @module
 */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { setPicture } from "../ui/picture-source.js";
import { rowKey } from "./answers.js";
import { TEXTS } from "../core/texts.js";

const PICTURE_PX = 40;

/** @typedef {import("./answers.js").Answer} Answer */

export class ResultList {
  element = h("ul", { id: "search-list", class: "search-list", role: "listbox", "aria-label": TEXTS.searchResults, hidden: true });
  #input;
  #pictureURL;
  /** @type {Answer[]} */
  #answers = [];
  #active = -1;

  /**
   * @param {object} options
   * @param {HTMLInputElement} options.input announces the active row
   * @param {(id: number, pixels: number) => string} options.pictureURL
   * @param {(answer: Answer) => void} options.onChoose
   */
  constructor({ input, pictureURL, onChoose }) {
    this.#input = input;
    this.#pictureURL = pictureURL;
    // Keeps the focus in the input; otherwise the list would close before the click.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
    this.element.addEventListener("click", (event) => {
      const item = /** @type {Element} */ (event.target).closest("[role=option]");
      const answer = item && this.#answers[[...this.element.children].indexOf(item)];
      if (answer) onChoose(answer);
    });
  }

  get length() {
    return this.#answers.length;
  }

  /** @returns {Answer | undefined} */
  get active() {
    return this.#answers[this.#active];
  }

  /** @param {Answer[]} answers @param {boolean} hasActive whether the first is active */
  show(answers, hasActive) {
    this.#answers = answers;
    this.element.replaceChildren(...answers.map(this.#row));
    this.element.hidden = answers.length === 0;
    this.#input.setAttribute("aria-expanded", String(answers.length > 0));
    this.#activate(hasActive && answers.length ? 0 : -1);
  }

  /**
   * Updates the rows that are listed, and appends those that are new: no row moves, because the reader may be about to
   * choose it.
   *
   * @param {Answer[]} answers
   */
  extend(answers) {
    const keys = this.#answers.map(rowKey);
    const added = answers.filter((one) => !keys.includes(rowKey(one)));
    for (const one of answers.filter((one) => keys.includes(rowKey(one)))) this.#update(keys.indexOf(rowKey(one)), one);
    this.element.append(...added.map((one, index) => this.#row(one, this.#answers.length + index)));
    this.#answers = [...this.#answers, ...added];
    if (this.#answers.length) this.element.hidden = false;
  }

  #update(index, answer) {
    if (this.#answers[index].detail === answer.detail) return;
    const row = this.#row(answer, index);
    row.setAttribute("aria-selected", String(index === this.#active));
    this.element.children[index].replaceWith(row);
    this.#answers[index] = answer;
  }

  /** @param {number} by rows */
  step(by) {
    const from = this.#active === -1 && by < 0 ? 0 : this.#active;
    this.#activate((from + by + this.#answers.length) % this.#answers.length);
  }

  /** @param {Answer} answer */
  #row = ({ sign, title, detail, pictures = [] }, index) => {
    const shown = pictures.map(() => h("img", { alt: "", width: PICTURE_PX, height: PICTURE_PX, decoding: "async" }));
    shown.forEach((picture, at) => {
      picture.addEventListener("error", () => picture.remove());
      setPicture(picture, this.#pictureURL(pictures[at].id, PICTURE_PX));
    });
    return h("li", { id: `search-option-${index}`, class: "search-option", role: "option", "aria-selected": "false" },
      icon(sign), h("span", { class: "search-title" }, h("bdi", {}, title)), h("span", { class: "search-detail" }, detail),
      shown.length > 0 && h("span", { class: "search-pictures", "aria-hidden": "true" }, ...shown));
  };

  #activate(index) {
    this.element.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = index;
    const chosen = this.element.children[this.#active];
    chosen?.setAttribute("aria-selected", "true");
    chosen?.scrollIntoView({ block: "nearest" });
    if (chosen) this.#input.setAttribute("aria-activedescendant", chosen.id);
    else this.#input.removeAttribute("aria-activedescendant");
  }
}
