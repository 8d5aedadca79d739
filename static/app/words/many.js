/**
 * Changes what is written about several photos, in one act.
 * @module
 */

import { formatPhotos } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createModal } from "../ui/modal.js";
import { changeOf, isEmpty, merged } from "./change.js";
import { keepKeys } from "./editor.js";
import { common, namesOfAll, withText } from "./many-words.js";
import { createMarks } from "./marks.js";
import { createNameChips } from "./name-chips.js";
import { createTextField } from "./text-field.js";

/** Of more photos the page does not load what is written about each. */
const MOST_LOADED = 1000;

/**
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {Parameters<typeof createNameChips>[0]["suggestions"]} options.suggestions
 * @param {(photos: number[], change: import("./change.js").Change) => Promise<void>} options.onSave
 */
export function createMany({ api, suggestions, onSave }) {
  /** @type {import("../api/photos.js").Photo[]} */
  let photos = [];
  /** @type {import("./change.js").Words[]} */
  let words = [];
  let draft = changeOf({});
  let isSaving = false;
  const modal = createModal({ className: "words-many", label: TEXTS.editWords, onDismiss: () => modal.toggle(false) });
  const close = () => modal.toggle(false);
  const heading = h("h2", {});
  const title = createTextField({ label: TEXTS.titleOfPhoto, hasLines: false, onInput: (text) => enter("title", text) });
  const caption = createTextField({ label: TEXTS.caption, hasLines: true, onInput: (text) => enter("caption", text) });
  const marks = createMarks({ onSet: (values) => change({ set: values }) });
  const people = createNameChips({ list: "people", suggestions, onChange: change });
  const keywords = createNameChips({ list: "keywords", suggestions, onChange: change });
  const problem = h("p", { class: "words-status", role: "status", "data-state": "failed" });
  const save = h("button", { type: "button", class: "button is-primary", onclick: () => send() }, TEXTS.save);
  const body = h("div", { class: "words-many-body" }, h("div", { class: "words-marks is-editable" }, ...marks.parts), title.element, caption.element, people.element, keywords.element);
  modal.element.append(headOf(heading, close), body, h("footer", { class: "words-many-foot" }, problem, h("button", { type: "button", class: "button", onclick: close }, TEXTS.cancel), save));
  keepKeys(body, () => save.focus());

  /** @param {"title" | "caption"} name @param {string | null} text */
  function enter(name, text) {
    draft = withText(words, draft, name, text);
    show();
  }

  /** @param {Partial<import("./change.js").Change>} parts */
  function change(parts) {
    draft = merged(draft, changeOf(parts));
    show();
  }

  function show() {
    marks.show({ rating: /** @type {number | undefined} */ (common(words, draft, "rating") ?? undefined), favourite: common(words, draft, "favourite") === true });
    people.show(namesOfAll(words, draft, ["people"]));
    keywords.show(namesOfAll(words, draft, ["keywords", "keywordPaths"]));
    save.setAttribute("aria-disabled", String(isEmpty(draft) || isSaving));
  }

  async function send() {
    people.commit();
    keywords.commit();
    if (isEmpty(draft) || isSaving) return;
    isSaving = true;
    setText(problem, "");
    show();
    try {
      await onSave(photos.map(({ id }) => id), draft);
      modal.toggle(false);
    } catch (error) {
      // What was entered stays.
      setText(problem, TEXTS.wordsKept(error.message, true));
    }
    isSaving = false;
    show();
  }

  async function load() {
    const mine = photos;
    const loaded = await wordsOf(mine, api).catch(() => []);
    if (mine !== photos) return;
    words = loaded;
    if (!("title" in draft.set)) title.show(/** @type {string | undefined} */ (common(words, draft, "title") ?? undefined));
    if (!("caption" in draft.set)) caption.show(/** @type {string | undefined} */ (common(words, draft, "caption") ?? undefined));
    show();
  }

  return {
    /** @param {import("../api/photos.js").Photo[]} chosen */
    open(chosen) {
      photos = [...new Map(chosen.map((photo) => [photo.id, photo])).values()];
      [words, draft] = [[], changeOf({})];
      title.show("");
      caption.show("");
      people.startOver();
      keywords.startOver();
      draft = changeOf({});
      setText(problem, "");
      setText(heading, TEXTS.editPhotos(formatPhotos(photos.length)));
      show();
      modal.toggle(true);
      load();
    },
  };
}

/**
 * What is written about each photo; nothing for very many.
 *
 * @param {import("../api/photos.js").Photo[]} photos @param {import("../api.js").Api} api
 * @returns {Promise<import("./change.js").Words[]>}
 */
async function wordsOf(photos, api) {
  if (photos.length > MOST_LOADED) return [];
  // Lists may have older words. Photos that are not on the map are in no answer.
  const placed = await api.wordsOf(photos.filter(({ geometry }) => geometry).map(({ id }) => id));
  return [...placed, ...photos.filter(({ geometry }) => !geometry)].map(({ properties }) => properties);
}

/** @param {HTMLElement} heading @param {() => void} onclick */
function headOf(heading, onclick) {
  return h("header", { class: "words-many-head" }, heading, h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.close, title: TEXTS.close, onclick }, icon("close")));
}
