/**
 * A text of the diary, and the form that writes it.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { richText } from "../ui/rich-text.js";

/**
 * @typedef {object} Subject what a text is about
 * @property {string} key others have another one
 * @property {string} title of the form
 * @property {Partial<import("../api/trips.js").DiaryOrder>} about what an order says of it
 * @property {import("../api/trips.js").DiaryEntry | undefined} entry the text; undefined if there is none
 */

/** As the server counts it, in bytes. */
const LONGEST = 65_536;
/** What the server makes of Markdown. */
const MARKUP = Object.freeze(["h2", "h3", "h4", "p", "ul", "ol", "li", "blockquote", "em", "strong", "code", "br"]);

/**
 * @param {(order: import("../api/trips.js").DiaryOrder) => Promise<boolean>} write whether it was stored
 * @param {() => void} [onLeft] the form was closed without storing anything
 */
export function createDiaryNote(write, onLeft = () => {}) {
  /** @type {Subject | null} */
  let shown = null;
  /** What was entered but not saved, by what it is about. @type {Map<string, string>} */
  const drafts = new Map();
  const opener = h("button", { type: "button", class: "icon-button diary-opener", "aria-label": TEXTS.writeDiary, title: TEXTS.writeDiary, hidden: true, onclick: () => edit(true) }, icon("pencil"));
  // A long text scrolls, with the keyboard too.
  const text = h("div", { class: "diary-text", dir: "auto", tabindex: "0", role: "group", "aria-label": TEXTS.diary, hidden: true, onclick: (event) => getSelection()?.isCollapsed && !event.target.closest("a") && edit(true) });
  let written = "";
  const title = h("span", {});
  const field = h("textarea", { class: "diary-field", dir: "auto", rows: 5, maxlength: LONGEST, oninput: keep });
  const form = h("form", { class: "diary-form", hidden: true, onsubmit: save },
    h("label", { class: "diary-label" }, title, field), h("p", { class: "diary-hint" }, TEXTS.diaryHint),
    h("div", { class: "diary-actions" }, h("button", { type: "button", class: "button", onclick: () => leave(true) }, TEXTS.cancel), h("button", { type: "submit", class: "button is-primary" }, TEXTS.save)));
  const element = h("div", { class: "diary-note" }, text, form);

  // The page's shortcuts must not run while someone writes.
  form.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") leave(false);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(event);
  });

  function keep() {
    if (shown) drafts.set(shown.key, field.value);
  }

  /** @param {boolean} isOpen */
  function edit(isOpen) {
    if (!shown) return;
    form.hidden = !isOpen;
    display();
    if (!isOpen) return opener.focus();
    field.value = drafts.get(shown.key) ?? shown.entry?.text ?? "";
    field.focus();
  }

  /** @param {boolean} isDropped whether what was entered is forgotten */
  function leave(isDropped) {
    if (isDropped && shown) drafts.delete(shown.key);
    edit(false);
    onLeft();
  }

  function display() {
    opener.hidden = shown === null || !form.hidden;
    const said = (form.hidden && shown?.entry?.html) || "";
    if (said !== written) text.replaceChildren(...richText(said, MARKUP));
    written = said;
    text.hidden = said === "";
    if (shown) setText(title, shown.title);
  }

  /** @param {Event} event */
  async function save(event) {
    event.preventDefault();
    if (!shown) return;
    const { key, about, entry } = shown;
    const entered = field.value.trimEnd();
    if (entered === (entry?.text ?? "")) return leave(true);
    edit(false);
    const isStored = await write({ ...about, text: entered });
    if (isStored && drafts.get(key)?.trimEnd() === entered) drafts.delete(key);
  }

  return {
    element,
    opener,
    open: () => edit(true),
    isWriting: () => shown !== null && !form.hidden,

    /** @param {Subject | null} next */
    show(next) {
      if (next?.key !== shown?.key) form.hidden = true;
      shown = next;
      display();
    },
  };
}
