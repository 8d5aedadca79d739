/**
 * A form that is closed until its heading is pressed, with a first and a last day: for a trip or a home that the owner knows of.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h, setText } from "../ui/dom.js";

/**
 * @typedef {object} Days
 * @property {string} from a date
 * @property {string} to empty if the last day is open
 * @property {string} name
 *
 * @param {object} options
 * @param {string} options.title
 * @param {string} options.label of the button
 * @param {boolean} [options.isNamed] whether it has a name
 * @param {boolean} [options.isOpenEnded] whether it needs no last day
 * @param {() => {from?: string, to?: string, note?: string}} options.begin what the form has when it opens
 * @param {(days: Days) => Promise<boolean>} options.send resolves to whether it was stored
 */
export function createDaysForm({ title, label, isNamed = false, isOpenEnded = false, begin, send }) {
  const note = h("p", { class: "trip-reason" });
  const from = h("input", { type: "date", class: "names-field", required: true, oninput: () => (to.min = from.value) });
  const to = h("input", { type: "date", class: "names-field", required: !isOpenEnded });
  const name = h("input", { type: "text", class: "names-field", dir: "auto", autocomplete: "off", maxlength: "200" });
  const submit = h("button", { type: "submit", class: "button is-primary" }, label);
  const field = (text, input) => h("label", { class: "days-field" }, h("span", {}, text), input);
  const form = h("form", { class: "days-form", onsubmit: store }, note, field(TEXTS.firstDay, from), field(isOpenEnded ? TEXTS.lastDayIfAny : TEXTS.lastDay, to), isNamed && field(TEXTS.nameIfAny, name), submit);
  const element = h("details", { class: "days", ontoggle: open }, h("summary", { class: "days-title" }, title), form);

  function open() {
    if (!element.open) return;
    const known = begin();
    setText(note, known.note ?? "");
    note.hidden = !known.note;
    from.value ||= known.from ?? "";
    to.value ||= known.to ?? "";
    to.min = from.value;
    submit.scrollIntoView({ block: "nearest" });
    from.focus({ preventScroll: true });
  }

  async function store(event) {
    event.preventDefault();
    submit.disabled = true;
    const isStored = await send({ from: from.value, to: to.value, name: name.value.trim().replace(/\s+/g, " ") });
    submit.disabled = false;
    if (!isStored) return;
    for (const input of [from, to, name]) input.value = "";
    element.open = false;
  }

  return element;
}
