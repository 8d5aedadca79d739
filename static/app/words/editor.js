/**
 * What is written about the open photo, for readers who may change it: in the panel, and in the viewer.
 * @module
 */

import { alone, labelOf, namesOf, textsOf } from "../panel/photo-words.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { TEXTS } from "../core/texts.js";
import { changeOf } from "./change.js";
import { differences } from "./differences.js";
import { createFileLines } from "./file-lines.js";
import { createHeldLines } from "./held-lines.js";
import { createMarks } from "./marks.js";
import { createNameChips } from "./name-chips.js";
import { createTextField } from "./text-field.js";

/** What is read while nothing has to be entered. */
const READ = /** @type {const} */ (["title", "caption", "label", "keywords", "keywordPaths", "people"]);

/**
 * @param {object} options
 * @param {import("../panel/photo-words.js").FilterBy} options.filterBy
 * @param {Parameters<typeof createNameChips>[0]["suggestions"]} options.suggestions
 * @param {(photo: number, change: import("./change.js").Change, how: {isTyped: boolean}) => void} options.onEdit
 * @param {(photo: number) => void} options.onFlush sends at once what was typed
 * @param {(photo: number, isMine: boolean) => void} options.onDecide about a text that others have changed meanwhile
 * @param {(isWriting: boolean) => void} options.onToggle
 */
export function createEditor({ filterBy, suggestions, onEdit, onFlush, onDecide, onToggle }) {
  let photo = /** @type {number | null} */ (null);
  const edit = (/** @type {Partial<import("./change.js").Change>} */ parts, isTyped = false) => photo !== null && onEdit(photo, changeOf(parts), { isTyped });
  const flush = () => photo !== null && onFlush(photo);
  const reading = createReading(filterBy);
  const title = createTextField({ label: TEXTS.titleOfPhoto, hasLines: false, onInput: (text) => edit({ set: { title: text } }, true), onDone: flush });
  const caption = createTextField({ label: TEXTS.caption, hasLines: true, onInput: (text) => edit({ set: { caption: text } }, true), onDone: flush });
  const marks = createMarks({ onSet: (values) => edit({ set: values }) });
  const people = createNameChips({ list: "people", suggestions, onChange: edit });
  const keywords = createNameChips({ list: "keywords", suggestions, onChange: edit });
  const toggleText = h("span", {});
  const toggle = h("button", { type: "button", class: "button words-edit", "aria-pressed": "false", onclick: () => onToggle(toggle.getAttribute("aria-pressed") !== "true") }, icon("pencil"), toggleText);
  const fields = h("div", { class: "words-read" }, title.element, caption.element);
  const lists = h("div", { class: "words-read" }, people.element, keywords.element);
  const lines = createFileLines({ onBack: edit, focusBeside: () => toggle.focus() });
  const status = createStatus(flush);
  const held = createHeldLines((isMine) => {
    if (photo !== null) onDecide(photo, isMine);
    toggle.focus();
  });
  const element = h("section", { class: "photo-words is-editable", "aria-label": TEXTS.words },
    reading.texts, fields, h("div", { class: "words-marks" }, ...marks.parts, reading.label, toggle), reading.names, lists, lines.element, status.element, held.element);
  keepKeys(element, () => toggle.focus());

  /** @param {import("./words-state.js").Written} written @param {boolean} isWriting */
  function draw({ id, properties, shown, file, acts, sending }, isWriting) {
    if (id !== photo) leave();
    photo = id;
    const isEmpty = reading.show({ ...properties, ...shown });
    title.show(shown.title);
    caption.show(shown.caption);
    marks.show(shown);
    people.show(chipsOf(shown, "people"));
    keywords.show([...chipsOf({ keywords: alone(shown.keywords ?? [], shown.keywordPaths ?? []) }, "keywords"), ...chipsOf(shown, "keywordPaths")]);
    lines.show(file ? differences(shown, file, acts) : []);
    status.show(sending);
    held.show(sending.held);
    reading.texts.hidden = reading.names.hidden = isWriting;
    fields.hidden = lists.hidden = !isWriting;
    toggle.setAttribute("aria-pressed", String(isWriting));
    setText(toggleText, isWriting ? TEXTS.done : isEmpty ? TEXTS.addWords : TEXTS.editWords);
  }

  /** Sends what was entered about the photo, before another is shown. */
  function leave() {
    people.startOver();
    keywords.startOver();
    flush();
  }

  return {
    element,

    /** @param {import("./words-state.js").Written | null} written @param {boolean} isWriting */
    show(written, isWriting) {
      if (written) return draw(written, isWriting);
      leave();
      photo = null;
    },

    /** @param {"title" | "keywords"} part */
    focus: (part) => (part === "title" ? title : keywords).focus(),
  };
}

/** @param {import("./change.js").Words} words @param {import("./change.js").ListName} list */
function chipsOf(words, list) {
  return (words[list] ?? []).map((name) => ({ list, name }));
}

/** Arrow keys and Escape belong to the field. @param {HTMLElement} element @param {() => void} onEscape */
export function keepKeys(element, onEscape) {
  element.addEventListener("keydown", (event) => {
    if (!(event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement)) return;
    event.stopPropagation();
    if (event.key !== "Escape") return;
    event.preventDefault();
    onEscape();
  });
}

/** The texts and names without fields. @param {import("../panel/photo-words.js").FilterBy} filterBy */
function createReading(filterBy) {
  const [texts, names] = [h("div", { class: "words-read" }), h("div", { class: "words-read" })];
  const label = h("span", { class: "words-label-place" });
  let drawn = "";

  return {
    texts, names, label,

    /** @param {import("../api/photos.js").PhotoProperties} said @returns {boolean} whether that is nothing */
    show(said) {
      const parts = READ.map((name) => said[name] ?? "");
      const source = JSON.stringify(parts);
      // What has not changed keeps the focus.
      if (source !== drawn) {
        texts.replaceChildren(...textsOf(said));
        names.replaceChildren(...namesOf(said, filterBy));
        label.replaceChildren(labelOf(said) || "");
      }
      drawn = source;
      return parts.every(({ length }) => length === 0);
    },
  };
}

/** Says what could not be saved. @param {() => void} onRetry */
function createStatus(onRetry) {
  const problem = h("span", { role: "status" });
  const retry = h("button", { type: "button", class: "words-more", onclick: () => onRetry() }, TEXTS.retry);
  const element = h("p", { class: "words-status" }, problem, " ", retry);

  return {
    element,

    /** @param {import("./words-state.js").Written["sending"]} sending */
    show({ status, problem: why, isRefused }) {
      element.dataset.state = status;
      setText(problem, status === "failed" ? TEXTS.wordsKept(why, isRefused) : status === "" ? "" : TEXTS.saving);
      retry.hidden = status !== "failed";
    },
  };
}
