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
import { createKeptDraft } from "./kept-draft.js";
import { createManyFields } from "./many-fields.js";
import { withText } from "./many-words.js";

/** Of more photos the page does not load what is written about each. */
const MOST_LOADED = 1000;

/**
 * @param {object} options
 * @param {import("../api.js").Api} options.api
 * @param {Parameters<typeof createManyFields>[0]["suggestions"]} options.suggestions
 * @param {(photos: number[], change: import("./change.js").Change) => Promise<void>} options.onSave
 */
export function createMany({ api, suggestions, onSave }) {
  /** @type {import("../api/photos.js").Photo[]} */
  let photos = [];
  /** @type {import("./change.js").Words[]} */
  let words = [];
  let draft = changeOf({});
  let isSaving = false;
  const kept = createKeptDraft();
  const modal = createModal({ className: "words-many", label: TEXTS.editWords, onDismiss: () => leave() });
  const heading = h("h2", {});
  const fields = createManyFields({ suggestions, onEntry: (name, text) => draw(withText(words, draft, name, text)), onChange: (parts) => draw(merged(draft, changeOf(parts))), onEscape: () => save.focus() });
  const problem = h("p", { class: "words-status", role: "status", "data-state": "failed" });
  const save = h("button", { type: "button", class: "button is-primary", onclick: () => send() }, TEXTS.save);
  const startOver = h("button", { type: "button", class: "words-more", onclick: () => { begin(changeOf()); fields.focus(); } }, TEXTS.startOver);
  const continues = h("p", { class: "words-kept", role: "status", hidden: true }, TEXTS.draftContinues, " ", startOver);
  fields.element.prepend(continues);
  modal.element.append(headOf(heading, () => leave()), fields.element,
    h("footer", { class: "words-many-foot" }, problem, h("button", { type: "button", class: "button", onclick: () => modal.toggle(false) }, TEXTS.cancel), save));

  /** Escape, and a click beside the dialog, are slips of the hand too, so that what was entered is kept. */
  function leave() {
    fields.commit();
    kept.keep(idsOf(photos), draft);
    modal.toggle(false);
  }

  /** @param {import("./change.js").Change} entered what was entered before */
  function begin(entered) {
    fields.startOver();
    draft = entered;
    fields.showTexts(words, draft);
    continues.hidden = isEmpty(entered);
    setText(problem, "");
    show();
  }

  /** @param {import("./change.js").Change} next */
  function draw(next) {
    draft = next;
    show();
  }

  function show() {
    fields.show(words, draft);
    save.setAttribute("aria-disabled", String(isEmpty(draft) || isSaving));
  }

  async function send() {
    fields.commit();
    if (isEmpty(draft) || isSaving) return;
    isSaving = true;
    setText(problem, "");
    show();
    try {
      await onSave(idsOf(photos), draft);
      kept.take(idsOf(photos));
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
    fields.showTexts(words, draft);
    show();
  }

  return {
    /** @param {import("../api/photos.js").Photo[]} chosen */
    open(chosen) {
      photos = [...new Map(chosen.map((photo) => [photo.id, photo])).values()];
      words = [];
      begin(kept.take(idsOf(photos)) ?? changeOf());
      setText(heading, TEXTS.editPhotos(formatPhotos(photos.length)));
      modal.toggle(true);
      load();
    },
  };
}

/** @param {import("../api/photos.js").Photo[]} photos */
function idsOf(photos) {
  return photos.map(({ id }) => id);
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
