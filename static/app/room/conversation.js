/**
 * The lines of a room, and the field that writes one.
 * @module
 */

import { LANGUAGE } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { paint } from "./members-layer.js";

/** @typedef {import("./room-state.js").Line} Line */

/** As the server has it, in bytes. */
const LONGEST = 1000;
const TIME = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: "short" });

/**
 * @param {object} actions
 * @param {(text: string) => Promise<boolean>} actions.write whether it was sent
 * @param {(line: Line) => void} actions.go to what a line shows
 */
export function createConversation({ write, go }) {
  const list = h("div", { class: "room-lines", role: "log", "aria-label": TEXTS.conversation, tabindex: "0" });
  const none = h("p", { class: "room-note" }, TEXTS.noLinesYet);
  const field = h("input", { type: "text", class: "room-field", dir: "auto", maxlength: LONGEST, autocomplete: "off", enterkeyhint: "send", "aria-label": TEXTS.yourLine, placeholder: TEXTS.yourLine });
  const form = h("form", { class: "room-form", onsubmit: send }, field, h("button", { type: "submit", class: "icon-button room-send", "aria-label": TEXTS.sendLine, title: TEXTS.sendLine }, icon("arrow")));
  const element = h("div", { class: "room-talk", hidden: true }, none, list, form);
  /** @type {Map<number, HTMLElement>} */
  const rows = new Map();

  // The page's shortcuts must not run while someone writes.
  form.addEventListener("keydown", (event) => event.key !== "Escape" && event.stopPropagation());

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    // What was not sent comes back, unless the next line has been begun.
    if (!(await write(text)) && !field.value) field.value = text;
  }

  /** @param {Line} line */
  function row(line) {
    const name = h("bdi", { class: "room-name" }, line.name);
    const moment = Date.parse(line.time);
    const element = h("div", { class: "room-line" }, h("span", { class: "room-dot" }), name,
      Number.isFinite(moment) && h("time", { class: "room-time", datetime: line.time }, TIME.format(moment)), said(line));
    paint(element, line.colour);
    return element;
  }

  /** @param {Line} line */
  function said(line) {
    if (line.kind === "text") return h("p", { class: "room-text", dir: "auto" }, line.text);
    if (line.kind === "photo" && line.photo === null) return h("p", { class: "room-text is-quiet" }, TEXTS.photoNotShared);
    return h("button", { type: "button", class: "room-go", onclick: () => go(line) }, line.kind === "photo" ? TEXTS.showsPhoto : TEXTS.pointsHere);
  }

  return {
    element,
    focus: () => field.focus(),

    /** @param {Line[]} lines @param {boolean} isOpen */
    show(lines, isOpen) {
      const wasAtEnd = element.hidden || list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
      element.hidden = !isOpen;
      none.hidden = lines.length > 0;
      // Only what is new is added, so that screen readers read nothing twice.
      for (const [id, old] of rows) {
        if (lines.some((line) => line.id === id)) continue;
        old.remove();
        rows.delete(id);
      }
      for (const line of lines) {
        if (rows.has(line.id)) continue;
        rows.set(line.id, row(line));
        list.append(/** @type {HTMLElement} */ (rows.get(line.id)));
      }
      if (isOpen && wasAtEnd) list.scrollTop = list.scrollHeight;
    },
  };
}
