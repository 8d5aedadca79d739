/**
 * The choices of one filter, with counts. Any number of them can be selected.
 * @module
 */

import { joined, toggled, valuesOf } from "./filters.js";
import { formatCount } from "../core/format.js";
import { h } from "../ui/dom.js";
import { found, withChosen } from "./facets.js";
import { KINDS } from "./kinds.js";
import { TEXTS } from "../core/texts.js";

/** Longer lists have a search field and begin with this number; the panel scrolls as a whole, not each list. */
const SEARCHED_FROM = 8;
const SHORT = 8;
/** No list shows more than this at once. */
const SHOWN = 60;

/**
 * @param {object} options
 * @param {import("./kinds.js").FilterName} options.name
 * @param {(chosen: string) => void} options.onChoose called with the new value of the filter
 * @param {() => void} [options.onAll] opens the list of all values
 */
export function createChoiceList({ name, onChoose, onAll }) {
  const { title, any, choices: fixed, expand, isSingle } = /** @type {import("./kinds.js").Kind} */ (KINDS[name]);
  const search = h("input", {
    type: "search", class: "choice-search", placeholder: TEXTS.searchList[name] ?? TEXTS.search, "aria-label": TEXTS.searchList[name] ?? TEXTS.search,
    autocomplete: "off", spellcheck: "false", oninput: () => render(),
  });
  const list = h("div", { class: "choice-list" });
  const element = h("fieldset", { class: "choices" }, h("legend", {}, title), search, list);
  /** @type {import("./kinds.js").Choice[]} */
  let choices = [];
  let chosen = "";
  /** @type {Record<string, string>} */
  let areaNames = {};
  let hasSeveral = false;
  let isLong = false;
  const more = h("button", { type: "button", class: "choice-more", onclick: lengthen });
  const whole = onAll && h("button", { type: "button", class: "choice-more", onclick: () => onAll() }, TEXTS.allOf[name]);

  list.addEventListener("change", (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    onChoose(value === "" || (isSingle && value === chosen) ? "" : isSingle ? value : toggled(chosen, value));
    // If nothing is selected, the value does not change.
    if (value === "") render();
  });

  function lengthen() {
    const { length } = list.querySelectorAll("input");
    isLong = true;
    render();
    // The button is gone; the reader goes on with the first choice after it.
    list.querySelectorAll("input")[length]?.focus();
  }

  /** @param {import("./kinds.js").Choice[]} matching @param {boolean} isSearched */
  function shownOf(matching, isSearched) {
    if (isLong || isSearched || fixed || matching.length <= SHORT + 1) return matching.slice(0, SHOWN);
    return matching.filter(({ value }, index) => index < SHORT || valuesOf(chosen).includes(value));
  }

  function render() {
    const all = withChosen(choices, name, chosen, areaNames);
    search.hidden = all.length < SEARCHED_FROM || fixed !== undefined;
    const words = search.hidden ? "" : search.value;
    const matching = found(all, words);
    const shown = shownOf(matching, words.trim() !== "");
    const rows = [...(words.trim() ? [] : [{ value: "", label: any, count: null }]), ...shown];
    const hadFocus = list.contains(document.activeElement) ? /** @type {HTMLInputElement} */ (document.activeElement).value : null;
    list.replaceChildren(...rows.map(row));
    const rest = matching.length - shown.length;
    more.textContent = TEXTS.showMoreChoices(rest);
    if (rest && shown.length < SHOWN) list.append(more);
    else if (rest) list.append(h("p", { class: "choice-rest" }, TEXTS.moreChoices(rest)));
    if (matching.length === 0) list.append(h("p", { class: "choice-rest" }, TEXTS.noMatches));
    if (whole && !search.hidden) list.append(whole);
    if (hadFocus !== null) [...list.querySelectorAll("input")].find((input) => input.value === hadFocus)?.focus();
  }

  function row({ value, label, count }) {
    const input = h("input", { type: "checkbox", name: `filter-${name}`, value });
    input.checked = value === "" ? chosen === "" : valuesOf(chosen).includes(value);
    return h("label", { class: "choice" }, input,
      h("span", { class: "choice-label", title: label }, h("bdi", {}, label)),
      h("span", { class: "choice-count" }, count === null ? "" : formatCount(count)));
  }

  return {
    element,

    /** @param {import("./kinds.js").Choice[]} next @param {string} value the filter @param {Record<string, string>} names of areas */
    show(next, value, names) {
      areaNames = names;
      choices = next;
      // The list has the months of a season.
      chosen = expand ? joined(valuesOf(value).flatMap(expand)) : value;
      // A list with one choice is hidden. A list that had several stays visible.
      hasSeveral ||= choices.length > 1;
      element.hidden = !hasSeveral && value === "";
      render();
    },
  };
}
