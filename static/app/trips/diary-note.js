/**
 * What the diary says about the open trip or its chosen day, and the form that writes it.
 * @module
 */

import { LANGUAGE } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { richText } from "../ui/rich-text.js";
import { entryIn, textIn } from "./trips-state.js";

/** @typedef {import("./trips-state.js").DiarySubject} DiarySubject */

const DAY = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", day: "numeric", month: "long" });

/** As the server counts it, in bytes. */
const LONGEST = 65_536;
/** What the server makes of Markdown. */
const MARKUP = Object.freeze(["h2", "h3", "h4", "p", "ul", "ol", "li", "blockquote", "em", "strong", "code", "br"]);

/** @param {(order: import("../api/trips.js").DiaryOrder) => Promise<boolean>} write whether it was stored */
export function createDiaryNote(write) {
  /** @type {DiarySubject | null} */
  let shown = null;
  /** What was entered but not saved, by what it is about. @type {Map<string, string>} */
  const drafts = new Map();
  const opener = h("button", { type: "button", class: "icon-button diary-opener", "aria-label": TEXTS.writeDiary, title: TEXTS.writeDiary, hidden: true, onclick: () => edit(true) }, icon("pencil"));
  const text = h("div", { class: "diary-text", dir: "auto", hidden: true, onclick: (event) => getSelection()?.isCollapsed && !event.target.closest("a") && edit(true) });
  let written = "";
  const title = h("span", {});
  const field = h("textarea", { class: "diary-field", dir: "auto", rows: 5, maxlength: LONGEST, oninput: keep });
  const form = h("form", { class: "diary-form", hidden: true, onsubmit: save },
    h("label", { class: "diary-label" }, title, field), h("p", { class: "diary-hint" }, TEXTS.diaryHint),
    h("div", { class: "diary-actions" }, h("button", { type: "button", class: "button", onclick: () => edit(false, true) }, TEXTS.cancel), h("button", { type: "submit", class: "button is-primary" }, TEXTS.save)));
  const element = h("div", { class: "diary-note" }, text, form);

  // The page's shortcuts must not run while someone writes.
  form.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") edit(false);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(event);
  });

  const keyOf = (/** @type {DiarySubject} */ { trip, day }) => day ?? `trip ${trip.id}`;

  function keep() {
    if (shown) drafts.set(keyOf(shown), field.value);
  }

  /** @param {boolean} isOpen @param {boolean} [isDropped] whether what was entered is forgotten */
  function edit(isOpen, isDropped = false) {
    if (!shown) return;
    if (isDropped) drafts.delete(keyOf(shown));
    form.hidden = !isOpen;
    display();
    if (!isOpen) return opener.focus();
    field.value = drafts.get(keyOf(shown)) ?? textIn(shown);
    field.focus();
  }

  function display() {
    opener.hidden = shown === null || !form.hidden;
    const said = (shown && form.hidden && entryIn(shown)?.html) || "";
    if (said !== written) text.replaceChildren(...richText(said, MARKUP));
    written = said;
    text.hidden = said === "";
    if (shown) setText(title, shown.day ? TEXTS.diaryOfDay(DAY.format(Date.parse(shown.day))) : TEXTS.diaryOfTrip);
  }

  /** @param {Event} event */
  async function save(event) {
    event.preventDefault();
    if (!shown) return;
    const [about, key, entered] = [shown, keyOf(shown), field.value.trimEnd()];
    edit(false);
    if (entered === textIn(about)) return void drafts.delete(key);
    const isStored = await write({ ...(about.day ? { day: about.day } : { trip: about.trip.id }), text: entered });
    if (isStored && drafts.get(key)?.trimEnd() === entered) drafts.delete(key);
  }

  return {
    element,
    opener,
    open: () => edit(true),

    /** @param {DiarySubject | null} next */
    show(next) {
      if (next === null || !shown || keyOf(next) !== keyOf(shown)) form.hidden = true;
      shown = next;
      display();
    },
  };
}
