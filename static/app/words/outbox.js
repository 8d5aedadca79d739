/**
 * Changes on their way to the server. Those of one photo wait until the reader pauses, and are sent one after another;
 * while the server is away they are kept, and sent again. Pure but for its timers.
 *
 * A request without an answer may have arrived, or may arrive yet. Before it is sent again, the outbox asks what the
 * server has; and if all of it is missing, sends it with the same key, so that the server acts once.
 * @module
 */

import { isRefusal, randomKey } from "../core/random-key.js";
import { applied, changeOf, isEmpty, merged, needed, valueOf } from "./change.js";
import { reconciled } from "./reconcile.js";

/** How long the reader pauses before a text is sent. */
const PAUSE_MS = 700;
const RETRY_MS = 3000;
/** A request that was sent while the page was left has arrived by then. */
const RECALLED_MS = 1000;

/**
 * @typedef {import("./change.js").Change} Change
 * @typedef {import("./change.js").Words} Words
 *
 * @typedef {object} Unsent what outlives the page
 * @property {Change} change
 * @property {Change["set"]} held
 * @property {import("./reconcile.js").Base} base
 * @property {Lost | null} [lost]
 *
 * @typedef {object} Lost a request without an answer
 * @property {string} key
 * @property {Change} change
 *
 * @typedef {object} Entry
 * @property {Change} waiting
 * @property {Change | null} sending
 * @property {Change["set"]} held what would override what others have written meanwhile
 * @property {import("./reconcile.js").Base} base
 * @property {boolean} isUncertain whether the server may have it
 * @property {Lost | null} lost
 * @property {string} problem why the last request failed
 * @property {boolean} isRefused whether the server has refused it, so that only the reader can retry
 * @property {any} timer
 *
 * @typedef {object} Sending
 * @property {"" | "waiting" | "sending" | "failed"} status
 * @property {string} problem
 * @property {boolean} isRefused
 * @property {Change["set"]} held
 */

export class Outbox {
  #send;
  #ask;
  #onSent;
  #onChange;
  /** @type {Map<number, Entry>} */
  #entries = new Map();

  /**
   * @param {object} options
   * @param {(photo: number, change: Change, key: string) => Promise<number>} options.send resolves to the number of the act
   * @param {(photo: number) => Promise<Partial<Pick<Awaited<ReturnType<import("../api.js").Api["words"]>>, "shown" | "acts">>>} options.ask what the server has
   * @param {(photo: number, change: Change, act: number) => void} options.onSent
   * @param {(photo: number) => void} options.onChange called when what waits, or its state, has changed
   */
  constructor({ send, ask, onSent, onChange }) {
    this.#send = send;
    this.#ask = ask;
    this.#onSent = onSent;
    this.#onChange = onChange;
  }

  /**
   * @param {number} photo @param {Change} change
   * @param {{words: Words | null, acts?: number[] | null, isTyped?: boolean}} how the words that the server has and its
   * acts, if they are known; whether more may follow at once
   */
  add(photo, change, { words, acts = null, isTyped = false }) {
    const entry = this.#entries.get(photo) ?? newEntry(acts);
    this.#entries.set(photo, entry);
    const pending = this.pending(photo);
    for (const name of /** @type {(keyof Change["set"])[]} */ (Object.keys(change.set))) {
      delete entry.held[name];
      if (words && !(name in pending.set)) entry.base.values[name] = [valueOf(words, name)];
    }
    const both = merged(entry.waiting, change);
    // After a failure the server may have it nevertheless, so that nothing is left out.
    entry.waiting = entry.problem || !words ? both : needed(both, entry.sending ? applied(words, entry.sending) : words);
    clearTimeout(entry.timer);
    if (isTyped) entry.timer = setTimeout(() => this.flush(photo), PAUSE_MS);
    else this.flush(photo);
    this.#onChange(photo);
  }

  /** @param {number} photo @param {Unsent} unsent by a page that was left */
  restore(photo, { change, held, base, lost = null }) {
    const timer = setTimeout(() => this.flush(photo), RECALLED_MS);
    this.#entries.set(photo, { ...newEntry(null), waiting: change, held, base, lost, isUncertain: true, timer });
    this.#onChange(photo);
  }

  /**
   * Sends what waits, of one photo or of all.
   *
   * @param {number} [photo]
   */
  flush(photo) {
    for (const id of photo === undefined ? [...this.#entries.keys()] : [photo]) this.#next(id);
  }

  /** @param {number} photo */
  async #next(photo) {
    const entry = this.#entries.get(photo);
    if (!entry || entry.sending) return;
    clearTimeout(entry.timer);
    if (isEmpty(entry.waiting)) return this.#finish(photo, entry);
    Object.assign(entry, { waiting: changeOf(), sending: entry.waiting });
    this.#onChange(photo);
    try {
      if (entry.isUncertain) await this.#compare(photo, entry);
      if (!isEmpty(entry.sending)) await this.#deliver(photo, entry);
      Object.assign(entry, { sending: null, problem: "", isRefused: false, isUncertain: false });
      // What was typed meanwhile has its own timer.
      if (isEmpty(entry.waiting)) this.#finish(photo, entry);
      else entry.timer = setTimeout(() => this.flush(photo), PAUSE_MS);
    } catch (error) {
      const isRefused = isRefusal(error);
      if (isRefused) entry.lost = null;
      Object.assign(entry, { sending: null, waiting: merged(entry.sending, entry.waiting), problem: error.message, isRefused, isUncertain: !isRefused });
      if (!isRefused) entry.timer = setTimeout(() => this.flush(photo), RETRY_MS);
    }
    this.#onChange(photo);
  }

  /**
   * Leaves out what the server has, and holds back what would override others.
   *
   * @param {number} photo @param {Entry} entry
   */
  async #compare(photo, entry) {
    const { shown, acts = [] } = await this.#ask(photo);
    // It is in the index no more; the server then refuses the change.
    if (!shown) return;
    const { rest, held } = reconciled(entry.sending, entry.base, { shown, acts });
    entry.sending = rest;
    Object.assign(entry.held, held);
    this.#onChange(photo);
  }

  /** @param {number} photo @param {Entry} entry */
  async #deliver(photo, entry) {
    const { sending, base } = entry;
    const values = /** @type {Record<string, any[]>} */ (base.values);
    for (const [name, value] of Object.entries(sending.set)) values[name]?.push(value);
    if (JSON.stringify(entry.lost?.change) !== JSON.stringify(sending)) entry.lost = { key: randomKey(), change: sending };
    this.#onChange(photo);
    const act = await this.#send(photo, sending, entry.lost.key);
    entry.lost = null;
    for (const [name, value] of Object.entries(sending.set)) values[name] = [value];
    base.acts?.push(act);
    entry.sending = null;
    this.#onSent(photo, sending, act);
  }

  /** @param {number} photo @param {Entry} entry */
  #finish(photo, entry) {
    if (Object.keys(entry.held).length) Object.assign(entry, { problem: "", isUncertain: false });
    else this.#entries.delete(photo);
    this.#onChange(photo);
  }

  /** @param {number} photo @returns {Change} what the server does not have yet */
  pending(photo) {
    const entry = this.#entries.get(photo);
    return entry ? merged(entry.sending ?? changeOf(), entry.waiting) : changeOf();
  }

  /** @param {number} photo @returns {Sending} */
  state(photo) {
    const entry = this.#entries.get(photo);
    if (!entry) return { status: "", problem: "", isRefused: false, held: {} };
    const { problem, isRefused, sending, waiting, held } = entry;
    return { status: problem ? "failed" : sending ? "sending" : isEmpty(waiting) ? "" : "waiting", problem, isRefused, held: { ...held } };
  }

  /**
   * Decides about what was held back: the reader's own text, or that of others.
   *
   * @param {number} photo @param {boolean} isMine @param {Words | null} words that the server has
   */
  decide(photo, isMine, words) {
    const entry = this.#entries.get(photo);
    if (!entry) return;
    const set = entry.held;
    entry.held = {};
    if (isMine) this.add(photo, changeOf({ set }), { words });
    else this.flush(photo);
  }

  /** @returns {[number, Unsent][]} what the server does not have, by photo */
  get unsent() {
    return [...this.#entries].map(([photo, { held, base, lost }]) => [photo, { change: this.pending(photo), held, base, lost }]);
  }

  /** @returns {boolean} whether something has failed, or waits for the reader */
  get hasFailed() {
    return [...this.#entries.values()].some(({ problem, held }) => problem || Object.keys(held).length);
  }
}

/** @param {number[] | null} acts @returns {Entry} */
function newEntry(acts) {
  return { waiting: changeOf(), sending: null, held: {}, base: { values: {}, acts }, isUncertain: false, lost: null, problem: "", isRefused: false, timer: 0 };
}
