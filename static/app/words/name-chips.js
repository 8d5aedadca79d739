/**
 * Keywords or people as chips that can be removed, with a field that adds others.
 * @module
 */

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { TEXTS } from "../core/texts.js";
import { createNameField } from "./name-field.js";

/** Longer lists begin with this number. */
const SHOWN = 40;

/**
 * @typedef {object} Chip
 * @property {import("./change.js").ListName} list
 * @property {string} name
 * @property {boolean} [isPartial] whether only some of the photos have it, so that the others can get it
 * @property {number} [count] of the photos that have it
 * @property {number} [total] of the photos
 *
 * @param {object} options
 * @param {"keywords" | "people"} options.list
 * @param {Parameters<typeof createNameField>[0]["suggestions"]} options.suggestions
 * @param {(change: Pick<import("./change.js").Change, "add"> | Pick<import("./change.js").Change, "remove">) => void} options.onChange
 */
export function createNameChips({ list, suggestions, onChange }) {
  const [title, sign, label] = list === "keywords" ? [TEXTS.keywords, "tag", TEXTS.addKeyword] : [TEXTS.people, "person", TEXTS.addPerson];
  /** @type {Chip[]} */
  let chips = [];
  let isLong = false;
  const field = createNameField({ list, label, suggestions, had: () => chips.filter(({ isPartial }) => !isPartial).map(({ name }) => name), onAdd: (add) => { isLong = true; onChange({ add }); } });
  const items = h("ul", { class: "words-chips", "aria-label": title });
  const more = h("button", { type: "button", class: "words-chip is-more", onclick: () => { isLong = true; render(); focusChip(SHOWN); } });
  const element = h("div", { class: "words-names" }, h("span", { class: "words-sign", "aria-hidden": "true" }, icon(sign)), h("div", { class: "words-names-body" }, items, more, field.element));

  function render() {
    const count = isLong || chips.length <= SHOWN + 1 ? chips.length : SHOWN;
    items.replaceChildren(...chips.slice(0, count).map(chipOf));
    items.hidden = chips.length === 0;
    more.hidden = count === chips.length;
    more.textContent = TEXTS.showMoreChoices(chips.length - count);
  }

  /** @param {Chip} chip @param {number} index */
  function chipOf({ list: of, name, isPartial, count, total }, index) {
    return h("li", { class: `words-chip is-removable${isPartial ? " is-partial" : ""}` },
      h("bdi", {}, of === "keywordPaths" ? name.replaceAll("/", " › ") : name),
      isPartial && h("span", { class: "words-note" }, TEXTS.placeOf(count, total)),
      isPartial && chipButton(TEXTS.addNameToAll(name), "plus", () => act(index, { add: { [of]: [name] } })),
      chipButton(TEXTS.removeName(name), "close", () => act(index, { remove: { [of]: [name] } })));
  }

  /** @param {number} index @param {any} change */
  function act(index, change) {
    onChange(change);
    // The chip may be gone; the next one follows it.
    queueMicrotask(() => focusChip(index));
  }

  /** @param {number} index */
  function focusChip(index) {
    const chip = items.children[Math.min(index, items.children.length - 1)];
    const target = /** @type {HTMLElement | null | undefined} */ (chip?.querySelector("button:last-child"));
    if (target) target.focus();
    else field.focus();
  }

  return {
    element,
    focus: field.focus,
    commit: field.commit,

    /** @param {Chip[]} next */
    show(next) {
      if (JSON.stringify(next) === JSON.stringify(chips)) return;
      const active = items.contains(document.activeElement) ? [...items.children].findIndex((item) => item.contains(document.activeElement)) : -1;
      chips = next;
      render();
      if (active >= 0) focusChip(active);
    },

    /** Adds what the reader has typed, before another photo is shown. */
    startOver() {
      field.commit();
      isLong = false;
      render();
    },
  };
}

/** @param {string} label @param {string} sign @param {() => void} onclick */
function chipButton(label, sign, onclick) {
  return h("button", { type: "button", class: "chip-button", "aria-label": label, title: label, onclick }, icon(sign));
}
