/**
 * A field for a title or a caption, which grows with its text.
 * @module
 */

import { h } from "../ui/dom.js";
import { plainLines, plainText } from "./change.js";

/**
 * @param {object} options
 * @param {string} options.label
 * @param {boolean} options.hasLines whether the text may have several lines
 * @param {(text: string | null) => void} options.onInput called with each change
 * @param {() => void} [options.onDone] called when the reader leaves the field
 */
export function createTextField({ label, hasLines, onInput, onDone = () => {} }) {
  const plain = hasLines ? plainLines : plainText;
  const field = h("textarea", { class: "words-field", rows: hasLines ? 2 : 1, dir: "auto", oninput: input, onblur: () => onDone() });
  const element = h("label", { class: "words-labelled" }, h("span", {}, label), field);

  function input() {
    grow();
    onInput(plain(field.value) || null);
  }

  function grow() {
    field.style.height = "auto";
    if (field.scrollHeight) field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
  }

  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || hasLines || event.isComposing) return;
    event.preventDefault();
    onDone();
  });
  // Its width is known once it is on the page.
  new ResizeObserver(grow).observe(element);

  return {
    element,
    focus: () => field.focus(),

    /** @param {string} [text] a text that the reader is entering stays as it was entered */
    show(text = "") {
      if (plain(field.value) === text) return;
      field.value = text;
      grow();
    },
  };
}
