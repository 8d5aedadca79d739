/**
 * Changes on their way to the server. Those of one photo wait until the reader pauses, and are sent one after another;
 * while the server is away they are kept, and sent again. Pure but for its timers.
 * @module
 */

import { applied, changeOf, isEmpty, merged, needed } from "./change.js";

/** How long the reader pauses before a text is sent. */
const PAUSE_MS = 700;
const RETRY_MS = 3000;

/**
 * @typedef {import("./change.js").Change} Change
 * @typedef {import("./change.js").Words} Words
 *
 * @typedef {object} Entry
 * @property {Change} waiting
 * @property {Change | null} sending
 * @property {string} problem why the last request failed
 * @property {boolean} isRefused whether the server has refused it, so that only the reader can retry
 * @property {any} timer
 */

export class Outbox {
  #send;
  #onSent;
  #onChange;
  /** @type {Map<number, Entry>} */
  #entries = new Map();

  /**
   * @param {object} options
   * @param {(photo: number, change: Change) => Promise<number>} options.send resolves to the number of the act
   * @param {(photo: number, change: Change, act: number) => void} options.onSent
   * @param {(photo: number) => void} options.onChange called when what waits, or its state, has changed
   */
  constructor({ send, onSent, onChange }) {
    this.#send = send;
    this.#onSent = onSent;
    this.#onChange = onChange;
  }

  /**
   * @param {number} photo @param {Change} change
   * @param {{words: Words | null, isTyped?: boolean}} how the words that the server has, if they are known; whether
   * more may follow at once
   */
  add(photo, change, { words, isTyped = false }) {
    const entry = this.#entries.get(photo) ?? { waiting: changeOf(), sending: null, problem: "", isRefused: false, timer: 0 };
    this.#entries.set(photo, entry);
    const both = merged(entry.waiting, change);
    // After a failure the server may have it nevertheless, so that nothing is left out.
    entry.waiting = entry.problem || !words ? both : needed(both, entry.sending ? applied(words, entry.sending) : words);
    clearTimeout(entry.timer);
    if (isTyped) entry.timer = setTimeout(() => this.flush(photo), PAUSE_MS);
    else this.flush(photo);
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
    if (isEmpty(entry.waiting)) {
      this.#entries.delete(photo);
      return this.#onChange(photo);
    }
    const change = entry.waiting;
    Object.assign(entry, { waiting: changeOf(), sending: change });
    this.#onChange(photo);
    try {
      const act = await this.#send(photo, change);
      Object.assign(entry, { sending: null, problem: "", isRefused: false });
      this.#onSent(photo, change, act);
      // What was typed meanwhile has its own timer.
      if (isEmpty(entry.waiting)) this.#entries.delete(photo);
      else entry.timer = setTimeout(() => this.flush(photo), PAUSE_MS);
    } catch (error) {
      const isRefused = error.status >= 400 && error.status < 500 && error.status !== 429;
      Object.assign(entry, { sending: null, waiting: merged(change, entry.waiting), problem: error.message, isRefused });
      if (!isRefused) entry.timer = setTimeout(() => this.flush(photo), RETRY_MS);
    }
    this.#onChange(photo);
  }

  /** @param {number} photo @returns {Change} what the server does not have yet */
  pending(photo) {
    const entry = this.#entries.get(photo);
    return entry ? merged(entry.sending ?? changeOf(), entry.waiting) : changeOf();
  }

  /** @param {number} photo @returns {{status: "" | "waiting" | "sending" | "failed", problem: string, isRefused: boolean}} */
  state(photo) {
    const entry = this.#entries.get(photo);
    if (!entry) return { status: "", problem: "", isRefused: false };
    const { problem, isRefused, sending } = entry;
    return { status: problem ? "failed" : sending ? "sending" : "waiting", problem, isRefused };
  }

  /** @param {number} photo drops what waits */
  drop(photo) {
    clearTimeout(this.#entries.get(photo)?.timer);
    this.#entries.delete(photo);
    this.#onChange(photo);
  }

  /** @returns {[number, Change][]} what failed, by photo */
  get failed() {
    return [...this.#entries].filter(([, { problem }]) => problem).map(([photo]) => [photo, this.pending(photo)]);
  }
}
