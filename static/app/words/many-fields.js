/**
 * The fields for what several photos have in common.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { keepKeys } from "./editor.js";
import { common, namesOfAll } from "./many-words.js";
import { createMarks } from "./marks.js";
import { createNameChips } from "./name-chips.js";
import { createTextField } from "./text-field.js";

/**
 * @param {object} options
 * @param {Parameters<typeof createNameChips>[0]["suggestions"]} options.suggestions
 * @param {(name: "title" | "caption", text: string | null) => void} options.onEntry
 * @param {(parts: Partial<import("./change.js").Change>) => void} options.onChange
 * @param {() => void} options.onEscape called when Escape leaves a field
 */
export function createManyFields({ suggestions, onEntry, onChange, onEscape }) {
  const texts = {
    title: createTextField({ label: TEXTS.titleOfPhoto, hasLines: false, onInput: (text) => onEntry("title", text) }),
    caption: createTextField({ label: TEXTS.caption, hasLines: true, onInput: (text) => onEntry("caption", text) }),
  };
  const marks = createMarks({ onSet: (values) => onChange({ set: values }) });
  const people = createNameChips({ list: "people", suggestions, onChange });
  const keywords = createNameChips({ list: "keywords", suggestions, onChange });
  const element = h("div", { class: "words-many-body" },
    h("div", { class: "words-marks is-editable" }, ...marks.parts), texts.title.element, texts.caption.element, people.element, keywords.element);
  keepKeys(element, onEscape);

  return {
    element,
    focus: () => texts.title.focus(),

    /** Takes the names that the reader has typed. */
    commit() {
      people.commit();
      keywords.commit();
    },

    startOver() {
      people.startOver();
      keywords.startOver();
    },

    /** @param {import("./change.js").Words[]} words of each photo @param {import("./change.js").Change} draft */
    show(words, draft) {
      marks.show({ rating: /** @type {number | undefined} */ (common(words, draft, "rating") ?? undefined), favourite: common(words, draft, "favourite") === true });
      people.show(namesOfAll(words, draft, ["people"]));
      keywords.show(namesOfAll(words, draft, ["keywords", "keywordPaths"]));
    },

    /** @param {import("./change.js").Words[]} words of each photo @param {import("./change.js").Change} draft */
    showTexts(words, draft) {
      for (const name of /** @type {const} */ (["title", "caption"])) texts[name].show(/** @type {string | null | undefined} */ (common(words, draft, name)) ?? "");
    },
  };
}
