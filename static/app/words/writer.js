/**
 * Keeps what is written about the open photo: sends the reader's changes, and follows those of others.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { createUndoToast } from "../ui/undo-toast.js";
import { applied, changeOf, wordsIn } from "./change.js";
import { Outbox } from "./outbox.js";
import { describe, isSameText } from "./describe.js";
import { recallUnsent, rememberUnsent } from "./unsent.js";

/**
 * @typedef {import("./change.js").Change} Change
 *
 * @typedef {object} Done acts that can be undone together
 * @property {number[]} acts
 * @property {number | null} photo null for several
 * @property {Change} change
 */

export class Writer {
  #store;
  #api;
  #outbox;
  #toast;
  #latest = createLatest();
  /** @type {{id: number, feature: import("../api/photos.js").Photo, words: import("./change.js").Words} | null} */
  #open = null;
  /** @type {Done | null} */
  #done = null;

  /** @param {Pick<import("../features.js").Page, "store" | "api">} page */
  constructor({ store, api }) {
    this.#store = store;
    this.#api = api;
    this.#toast = createUndoToast({ sign: "tag", onUndo: this.#undo });
    this.#outbox = new Outbox({
      send: async (photo, change, key) => (await api.write([photo], change, key)).id,
      ask: this.#ask,
      onSent: this.#sent,
      onChange: this.#changed,
    });
    addEventListener("pagehide", () => this.#outbox.flush());
    document.addEventListener("visibilitychange", () => document.hidden && this.#outbox.flush());
    addEventListener("beforeunload", (event) => {
      this.#outbox.flush();
      if (this.#outbox.hasFailed) event.preventDefault();
    });
    for (const [photo, unsent] of recallUnsent()) this.#outbox.restore(photo, unsent);
  }

  /** @param {number} photo @returns {ReturnType<import("../api.js").Api["words"]>} what the server has, before a change is sent again */
  #ask = async (photo) => {
    const now = await this.#api.words(photo);
    if (this.#open?.id === photo && now.shown) this.#open.words = wordsIn(now.shown);
    return now;
  };

  /** @param {number} photo */
  #changed = (photo) => {
    rememberUnsent(this.#outbox.unsent);
    if (photo === this.#open?.id) return this.#show();
    // Its editor asks the reader once it is open.
    if (Object.keys(this.#outbox.state(photo).held).length) this.#store.change(set({ message: TEXTS.othersChanged }));
  };

  /**
   * Sends what waits of the photo that was open, and takes another.
   *
   * @param {import("../api/photos.js").Photo | null} feature
   */
  open(feature) {
    if (this.#open?.feature === feature || (!this.#open && !feature)) return;
    if (this.#open && this.#open.id !== feature?.id) this.#outbox.flush(this.#open.id);
    this.#latest.abort();
    this.#open = feature && { id: feature.id, feature, words: wordsIn(feature.properties) };
    if (this.#store.state.written?.id !== feature?.id) this.#store.change(set({ written: null }));
    if (!feature) return;
    this.#show();
    this.#load();
  }

  /** Follows changes of the library. */
  async refresh() {
    if (this.#open) await this.#load();
  }

  /** @param {number} photo @param {Change} change @param {{isTyped?: boolean}} [how] whether more may follow at once */
  edit(photo, change, how) {
    const words = this.#open?.id === photo ? this.#open.words : null;
    // An answer that is on its way may be older.
    if (words) this.#latest.abort();
    // Until this is saved, there is nothing to undo: Ctrl+Z would undo what was done before.
    this.#toast.hide();
    const acts = this.#store.state.written?.id === photo && this.#store.state.written.file ? this.#store.state.written.acts.map(({ act }) => act) : null;
    this.#outbox.add(photo, change, { words, acts, ...how });
  }

  /**
   * Decides about a text that others have changed meanwhile.
   *
   * @param {number} photo @param {boolean} isMine
   */
  decide(photo, isMine) {
    this.#outbox.decide(photo, isMine, this.#open?.id === photo ? this.#open.words : null);
  }

  /**
   * Sends what waits, without the pause.
   *
   * @param {number} photo
   */
  flush(photo) {
    this.#outbox.flush(photo);
  }

  /**
   * Changes several photos in one act.
   *
   * @param {number[]} photos @param {Change} change
   */
  async editAll(photos, change) {
    const { id, photos: count } = await this.#api.write(photos, change);
    this.#done = { acts: [id], photo: null, change };
    this.#toast.show(TEXTS.wordsOfPhotosSaved(count), this.#done);
    this.refresh();
  }

  /**
   * Changes a keyword or a person in all photos that have it, in one act.
   *
   * @param {"keywords" | "people"} list @param {string} before @param {string} name
   */
  async rename(list, before, name) {
    const { id, photos: count } = await this.#api.rename(list, before, name);
    this.#done = { acts: [id], photo: null, change: changeOf({ add: { [list]: [name] }, remove: { [list]: [before] } }) };
    this.#toast.show(TEXTS.renamedIn(before, name, count), this.#done);
    this.refresh();
  }

  #load() {
    const { id } = this.#open;
    return this.#latest.load(
      (signal) => this.#api.words(id, signal),
      ({ shown, file, acts }) => {
        if (this.#open?.id !== id) return;
        this.#open.words = wordsIn(shown);
        this.#show({ file, acts });
      },
      // The next change of the library, or the next photo, tries again.
      () => {});
  }

  /** @param {Partial<import("./words-state.js").Written>} [news] */
  #show(news = {}) {
    const { id, feature, words } = this.#open;
    const before = this.#store.state.written?.id === id ? this.#store.state.written : { file: null, acts: [] };
    const written = { ...before, id, properties: feature.properties, shown: applied(words, this.#outbox.pending(id)), sending: this.#outbox.state(id), ...news };
    this.#store.change(set({ written: /** @type {import("./words-state.js").Written} */ (written) }));
  }

  /** @param {number} photo @param {Change} change @param {number} act */
  #sent = (photo, change, act) => {
    if (this.#open?.id === photo) {
      this.#open.words = applied(this.#open.words, change);
      this.#load();
    }
    // A text that the reader has entered with pauses is undone as a whole.
    const goesOn = this.#done?.photo === photo && isSameText(this.#done.change, change);
    this.#done = goesOn ? { ...this.#done, acts: [act, ...this.#done.acts] } : { acts: [act], photo, change };
    this.#toast.show(describe(change), this.#done);
  };

  /** @param {Done} done */
  #undo = async ({ acts, change }) => {
    this.#done = null;
    for (const act of acts) await this.#api.undoWords(act);
    await this.refresh();
    return TEXTS.wordsUndone(describe(change));
  };
}
