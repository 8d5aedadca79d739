/** @module */

import { parseDates } from "../search/dates.js";
import { parseSpan } from "../core/span.js";
import { wordSpan } from "../time/words.js";
import { h, setText } from "../ui/dom.js";
import { TEXTS } from "../core/texts.js";

/**
 * A text field for a date, and a list of years.
 *
 * @param {(time: string) => void} onChange called with a span in the API's form, or an empty string
 */
export function createDateField(onChange) {
  const text = h("input", { type: "text", class: "choice-search", placeholder: TEXTS.yearMonthOrDay, "aria-label": TEXTS.date, autocomplete: "off", spellcheck: "false", onchange: typed });
  const years = h("select", { class: "choice-search", "aria-label": TEXTS.year, onchange: () => onChange(years.value) });
  const problem = h("p", { class: "choice-rest", role: "status" });
  const element = h("fieldset", { class: "choices" }, h("legend", {}, TEXTS.date), h("div", { class: "date-fields" }, text, years), problem);
  let offered = "";

  function typed() {
    const time = parseDates(text.value);
    const isWrong = text.value.trim() !== "" && time === "";
    setText(problem, isWrong ? TEXTS.dateFormat : "");
    if (!isWrong) onChange(time);
  }

  function offer({ from, through }) {
    const [first, last] = [from, through].map((time) => new Date(time).getUTCFullYear());
    if (offered === `${first}-${last}`) return;
    offered = `${first}-${last}`;
    const all = Array.from({ length: Math.min(300, last - first + 1) }, (_, index) => String(last - index));
    years.replaceChildren(h("option", { value: "" }, TEXTS.anyYear), ...all.map((year) => h("option", { value: parseDates(year) }, year)));
  }

  return {
    element,

    /** @param {string} time the filter @param {import("../core/span.js").Span | null} taken from the first photo to the last */
    show(time, taken) {
      element.hidden = taken === null;
      if (taken) offer(taken);
      const span = parseSpan(time);
      if (document.activeElement !== text) text.value = span ? wordSpan(span) : "";
      years.value = [...years.options].some(({ value }) => value === time) ? time : "";
      if (document.activeElement !== text) setText(problem, "");
    },
  };
}
