/** @module */

import { may, mayNot, set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { photoWords } from "../panel/photo-words.js";
import { h } from "../ui/dom.js";
import { changeOf } from "./change.js";
import { createEditor } from "./editor.js";
import { MARK_KEYS, createMarkAll, marksOf } from "./mark-keys.js";
import { createMarks } from "./marks.js";
import { createSuggestions } from "./suggestions.js";
import { recallUnsent } from "./unsent.js";
import { WORDS } from "./words-state.js";
import { Writer } from "./writer.js";

/**
 * @typedef {object} WordsService
 * @property {() => boolean} isAllowed whether the reader may change what is written
 * @property {(filterBy: import("../panel/photo-words.js").FilterBy) => WordsPlace} place makes a place for what is written about the open photo
 * @property {() => HTMLElement} marks makes a bar that gives the open photo stars, for those who may
 * @property {(photos: import("../api/photos.js").Photo[], onSaved?: () => void) => void} editAll opens the fields for several photos
 * @property {(list: "keywords" | "people", before: string, name: string) => Promise<void>} rename changes a name in all photos
 * @property {(key: string) => boolean} press uses a single key; returns whether it had a meaning
 *
 * @typedef {object} WordsPlace
 * @property {HTMLElement} element
 * @property {(photo: import("../api/photos.js").Photo) => void} show
 */

const KEYS = [...MARK_KEYS, "e", "k"];

/**
 * What is written about photos, and how owners and editors change it.
 *
 * @type {import("../features.js").Feature<"words">}
 */
export const feature = {
  name: "words",
  state: [WORDS],
  withoutMap: true,
  keys: [{
    group: TEXTS.photo,
    rows: [[["1", "5"], TEXTS.giveStars], [["0"], TEXTS.removeStars], [["X"], TEXTS.rejectPhoto], [["H"], TEXTS.markFavourite], [["E"], TEXTS.editWordsKey], [["K"], TEXTS.addKeyword]],
    run: Object.fromEntries(KEYS.map((key) => [key, (/** @type {import("../features.js").Page} */ { words }) => void words.press(key)])),
  }],

  /** @returns {import("../features.js").Service<"words">} */
  start(page) {
    const { store, api } = page;
    const suggestions = createSuggestions(api);
    let writer = /** @type {Writer | null} */ (null);
    const editors = /** @type {ReturnType<typeof createEditor>[]} */ ([]);

    const mayWrite = (/** @type {import("../core/store.js").State} */ state) => state.library.status === "ready" && may(state, "write") && !state.visitor?.isAssumed;
    const isAllowed = () => mayWrite(store.state);
    const opened = (/** @type {import("../core/store.js").State} */ state) => (mayWrite(state) ? state.photo?.feature ?? null : null);

    // While the server is away the library's status may be another; the photo stays open.
    store.watch((state) => opened(state), (photo) => {
      if (photo) (writer ??= new Writer(page)).open(photo);
      else if (!store.state.photo?.feature || mayNot(store.state, "write")) writer?.open(null);
    });

    // What a page that was left, or has crashed, could not send.
    store.watch(mayWrite, (may) => void (may && recallUnsent().length && (writer ??= new Writer(page))));

    /** @type {Promise<ReturnType<typeof import("./many.js").createMany>> | null} */
    let many = null;
    let onSavedAll = () => {};
    const markAll = createMarkAll({ api, saveAll: (photos, change) => saveAll(photos, change), onFailure: (message) => store.change(set({ message })) });
    const saveAll = (/** @type {number[]} */ photos, /** @type {import("./change.js").Change} */ change) => (writer ??= new Writer(page)).editAll(photos, change);
    /** Most readers edit one photo, so this module is loaded when it is first needed. */
    const loadMany = () => (many ??= import("./many.js").then(({ createMany }) => createMany({
      api, suggestions,
      onSave: async (photos, change) => {
        await saveAll(photos, change);
        onSavedAll();
      },
    })));

    function toggle(/** @type {boolean} */ isWriting, /** @type {"title" | "keywords"} */ field = "title") {
      store.change(set({ isWriting }));
      // The fields are there after the change.
      if (isWriting) setTimeout(() => visible()?.focus(field));
    }

    const visible = () => editors.find(({ element }) => element.checkVisibility() && !element.closest("[inert]") && (!document.querySelector("dialog[open]") || element.closest("dialog")));

    return {
      isAllowed,

      place(filterBy) {
        const editor = createEditor({
          filterBy, suggestions,
          onEdit: (photo, change, how) => writer?.edit(photo, change, how),
          onFlush: (photo) => writer?.flush(photo),
          onDecide: (photo, isMine) => writer?.decide(photo, isMine),
          onToggle: (isWriting) => toggle(isWriting),
        });
        editors.push(editor);
        return createPlace(store, editor, filterBy);
      },

      marks: () => createMarkBar(store, (photo, values) => writer?.edit(photo, changeOf({ set: values }))),

      editAll(photos, onSaved = () => {}) {
        onSavedAll = onSaved;
        loadMany().then((ready) => ready.open(photos), () => {
          many = null;
          store.change(set({ message: TEXTS.serverSilent }));
        });
      },

      rename: (list, before, name) => (writer ??= new Writer(page)).rename(list, before, name),

      press(key) {
        const { written, picked } = store.state;
        if (!written && !store.state.photo && picked.length && isAllowed() && MARK_KEYS.includes(key)) return markAll(key, page.choosing.photos());
        if (!written || !writer || !KEYS.includes(key)) return false;
        if (key === "e") toggle(!(store.state.isWriting && visible()));
        else if (key === "k") toggle(true, "keywords");
        else writer.edit(written.id, changeOf({ set: marksOf(key, Boolean(written.shown.favourite)) }));
        return true;
      },

      refresh() {
        suggestions.forget();
        writer?.refresh();
      },
    };
  },
};

/**
 * The bar in the viewer, for fingers.
 *
 * @param {import("../core/store.js").Store} store
 * @param {(photo: number, values: import("./change.js").Change["set"]) => void} onSet
 * @returns {HTMLElement}
 */
function createMarkBar(store, onSet) {
  const marks = createMarks({ onSet: (values) => store.state.written && onSet(store.state.written.id, values) });
  const element = h("div", { class: "words-marks viewer-marks" }, ...marks.parts);
  store.watch((state) => state.written, (written) => {
    element.hidden = written === null;
    if (written) marks.show(written.shown);
  });
  return element;
}

/**
 * A place for what is written about the open photo: the editor, or for other visitors only the words.
 *
 * @param {import("../core/store.js").Store} store
 * @param {ReturnType<typeof createEditor>} editor
 * @param {import("../panel/photo-words.js").FilterBy} filterBy
 * @returns {WordsPlace}
 */
function createPlace(store, editor, filterBy) {
  const element = h("div", { class: "words-place" });
  let shown = /** @type {import("../api/photos.js").Photo | null} */ (null);

  function render() {
    const { written, isWriting } = store.state;
    editor.show(written, isWriting);
    if (!written) element.replaceChildren(shown ? photoWords(shown, filterBy) ?? "" : "");
    else if (!element.contains(editor.element)) element.replaceChildren(editor.element);
  }

  store.watch((state) => state.written, render);
  store.watch((state) => state.isWriting, render);
  return {
    element,
    show(photo) {
      shown = photo;
      render();
    },
  };
}
