/**
 * A field that adds keywords or people, with completion.
 * @module
 */

import { formatCount } from "../core/format.js";
import { h } from "../ui/dom.js";
import { namesIn, oneName } from "./change.js";

let made = 0;

/**
 * @param {object} options
 * @param {"keywords" | "people"} options.list
 * @param {string} options.label
 * @param {ReturnType<typeof import("./suggestions.js").createSuggestions>} options.suggestions
 * @param {() => string[]} options.had names that are not offered
 * @param {(add: import("./change.js").Change["add"]) => void} options.onAdd
 */
export function createNameField({ list, label, suggestions, had, onAdd }) {
  const id = `names-${(made += 1)}`;
  const field = h("input", {
    type: "text", class: "names-field", dir: "auto", role: "combobox", placeholder: label, "aria-label": label, "aria-expanded": "false",
    "aria-controls": id, "aria-autocomplete": "list", autocomplete: "off", autocapitalize: "off", enterkeyhint: "done",
  });
  const options = h("ul", { class: "names-options", id, role: "listbox", "aria-label": label, hidden: true });
  const element = h("div", { class: "names-entry" }, field, options);
  let active = -1;
  let asked = new AbortController();

  async function find() {
    asked.abort();
    const { signal } = (asked = new AbortController());
    if (!field.value.trim()) return offer([]);
    for await (const found of suggestions.find(list, field.value, had(), signal)) if (!signal.aborted) offer(found);
  }

  /** @param {{name: string, count: number}[]} found */
  function offer(found) {
    const chosen = options.children[active]?.getAttribute("data-name");
    options.replaceChildren(...found.map(({ name, count }, index) =>
      h("li", { role: "option", id: `${id}-${index}`, "data-name": name }, h("bdi", {}, name), h("span", { class: "choice-count" }, formatCount(count)))));
    options.hidden = found.length === 0;
    field.setAttribute("aria-expanded", String(found.length > 0));
    activate(found.findIndex(({ name }) => name === chosen));
    if (found.length) element.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} index */
  function activate(index) {
    active = index;
    [...options.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === index)));
    if (index < 0) return field.removeAttribute("aria-activedescendant");
    field.setAttribute("aria-activedescendant", `${id}-${index}`);
    options.children[index].scrollIntoView({ block: "nearest" });
  }

  /** @param {string} typed @param {boolean} [isWhole] whether it is one name, which may have commas */
  function add(typed, isWhole = false) {
    const names = isWhole ? oneName(list, typed) : namesIn(list, typed);
    asked.abort();
    field.value = "";
    offer([]);
    if (Object.keys(names).length) onAdd(names);
  }

  field.addEventListener("input", () => (/[,;]\s*$/.test(field.value) ? add(field.value) : find()));
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const count = options.children.length;
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && count) {
      event.preventDefault();
      activate((active + (event.key === "ArrowDown" ? 1 : active < 0 ? 0 : -1) + count) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const name = options.children[active]?.getAttribute("data-name");
      add(name ?? field.value, name != null);
    } else if (event.key === "Escape" && count) {
      event.preventDefault();
      event.stopPropagation();
      offer([]);
    } else if (event.key === "Escape") {
      field.value = "";
    }
  });
  // So that the field keeps the focus.
  options.addEventListener("pointerdown", (event) => event.preventDefault());
  options.addEventListener("click", (event) => {
    const name = /** @type {Element} */ (event.target).closest("[data-name]")?.getAttribute("data-name");
    if (name) add(name, true);
  });
  field.addEventListener("blur", () => {
    asked.abort();
    offer([]);
  });

  return {
    element,
    focus: () => field.focus(),

    /** Adds what the reader has typed. */
    commit: () => field.value && add(field.value),
  };
}
