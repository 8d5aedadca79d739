/**
 * The answers that are kept for when the server is away, in a database of the browser. They belong to one reader of one
 * library. A database that does not work keeps nothing.
 * @module
 */

import { openDatabase, transact } from "./database.js";
import { isOfAnother, limitsFor, removedFirst } from "./kept.js";

const [ENTRIES, BODIES, FACTS] = ["entries", "bodies", "facts"];
const DEFAULT_MEGABYTES = 50;
const FACTS_KEY = "facts";
/** Browsers cache pictures for so long, also those of another library at the same address. */
const CACHED_MS = 3_600_000;
/** The time of the last use is written only if it is so much older. */
const USED_MS = 60_000;

/**
 * @typedef {import("./kept.js").Entry} Entry
 * @typedef {{body: ArrayBuffer, status: number, headers: [string, string][], at: number}} Kept `at` is when the server sent it
 * @typedef {{reader: string | null, library: string | null, megabytes: number, since: number}} Facts `since` is when the owner came
 */

export class KeptAnswers {
  #name;
  /** @type {Promise<IDBDatabase> | null} */
  #opened = null;
  /** @type {Map<string, Entry>} */
  #entries = new Map();
  /** @type {Facts} */
  #facts = { reader: null, library: null, megabytes: DEFAULT_MEGABYTES, since: Date.now() };
  /** One step after the other. @type {Promise<any>} */
  #turn = Promise.resolve();
  /** A number that changes when everything was removed: an answer that was under way then is not kept. */
  epoch = 0;
  /** The epoch since which only new owners have ended one. */
  #since = 0;

  /** @param {string} name of the database */
  constructor(name) {
    this.#name = name;
  }

  /** Whether the browser's cache may have pictures of an owner before this one. */
  get isNew() {
    return Date.now() - this.#facts.since < CACHED_MS;
  }

  #database() {
    this.#opened ??= this.#open();
    this.#opened.catch(() => (this.#opened = null));
    return this.#opened;
  }

  async #open() {
    const database = await openDatabase(this.#name, [ENTRIES, BODIES, FACTS], () => (this.#opened = null));
    const facts = await transact(database, [FACTS], "readonly", (stores) => stores[FACTS].get(FACTS_KEY));
    const entries = await transact(database, [ENTRIES], "readonly", (stores) => stores[ENTRIES].getAll());
    this.#facts = { ...this.#facts, reader: null, library: null, ...facts };
    this.#entries = new Map(entries.map((/** @type {Entry} */ one) => [one.key, one]));
    return database;
  }

  /** @template Result @param {(database: IDBDatabase) => Promise<Result>} step @returns {Promise<Result | null>} null if it failed */
  #do(step) {
    const done = this.#turn.then(() => this.#database()).then(step).catch(() => null);
    this.#turn = done;
    return done;
  }

  /** @param {IDBDatabase} database @param {Partial<Facts>} changes */
  #note(database, changes) {
    this.#facts = { ...this.#facts, ...changes };
    const facts = this.#facts;
    return transact(database, [FACTS], "readwrite", (stores) => void stores[FACTS].put(facts, FACTS_KEY));
  }

  /** @param {IDBDatabase} database */
  async #empty(database) {
    this.epoch += 1;
    this.#entries.clear();
    await transact(database, [ENTRIES, BODIES], "readwrite", (stores) => [ENTRIES, BODIES].forEach((name) => void stores[name].clear()));
    await this.#note(database, { reader: null, library: null });
  }

  /** @param {IDBDatabase} database @param {string[]} keys */
  async #remove(database, keys) {
    keys.forEach((key) => this.#entries.delete(key));
    if (keys.length) await transact(database, [ENTRIES, BODIES], "readwrite", (stores) => keys.forEach((key) => [ENTRIES, BODIES].forEach((name) => void stores[name].delete(key))));
  }

  /** Removes everything of the library; what is under way is not kept either. */
  clear() {
    this.epoch += 1;
    this.#since = this.epoch;
    return this.#do((database) => this.#empty(database)).finally(() => (this.#since = this.epoch));
  }

  /** @param {number} megabytes of pictures; with 0 nothing of the library is kept */
  limit(megabytes) {
    return this.#do(async (database) => {
      if (megabytes === this.#facts.megabytes) return;
      await this.#note(database, { megabytes });
      if (megabytes === 0) await this.#empty(database);
      else await this.#remove(database, removedFirst(this.#entries.values(), limitsFor(megabytes)));
    });
  }

  /**
   * Removes what another reader, or another library, has left here.
   *
   * @param {{reader: string | null, library: string | null}} owner of an answer; without a reader nothing is kept
   * @param {number} epoch of the request
   * @returns {Promise<number | null>} the epoch with which this answer may be kept
   */
  belongTo(owner, epoch) {
    return this.#do(async (database) => {
      // A page asks several questions at once: the first answer has ended the epoch for the others of its owner.
      const isOfNewOwner = epoch >= this.#since && owner.reader !== null && owner.reader === this.#facts.reader && !isOfAnother(this.#facts, owner);
      if (epoch !== this.epoch && !isOfNewOwner) return null;
      if (isOfAnother(this.#facts, owner)) await this.#empty(database);
      const { reader, library } = this.#facts;
      if (owner.reader && (reader !== owner.reader || (owner.library && library !== owner.library))) {
        await this.#note(database, { reader: owner.reader, library: owner.library ?? library, since: Date.now() });
      }
      return this.epoch;
    });
  }

  /**
   * Keeps an answer, if it is known whose it is.
   *
   * @param {string} key @param {import("./kept.js").Kind} kind @param {Kept} answer @param {number} epoch of the request
   */
  put(key, kind, answer, epoch) {
    return this.#do(async (database) => {
      const { reader, megabytes } = this.#facts;
      if (epoch !== this.epoch || reader === null || megabytes === 0) return;
      const entry = { key, kind, bytes: answer.body.byteLength + key.length, used: answer.at };
      await this.#write(database, entry, answer).catch(async () => {
        // The browser has no room for it: others make some.
        const oldest = [...this.#entries.values()].toSorted((a, b) => a.used - b.used);
        await this.#remove(database, oldest.slice(0, Math.ceil(oldest.length / 4)).map((one) => one.key));
      });
      await this.#remove(database, removedFirst(this.#entries.values(), limitsFor(megabytes)));
    });
  }

  /** @param {IDBDatabase} database @param {Entry} entry @param {Kept} answer */
  async #write(database, entry, answer) {
    await transact(database, [ENTRIES, BODIES], "readwrite", (stores) => {
      stores[ENTRIES].put(entry, entry.key);
      stores[BODIES].put(answer, entry.key);
    });
    this.#entries.set(entry.key, entry);
  }

  /** @param {string} key @returns {Promise<Kept | null>} the answer, else that in another language */
  get(key) {
    return this.#do(async (database) => {
      const address = key.slice(0, key.indexOf("\n") + 1);
      const found = this.#entries.has(key) ? key : [...this.#entries.keys()].find((one) => one.startsWith(address));
      if (!found) return null;
      const entry = this.#entries.get(found);
      const now = Date.now();
      if (now - entry.used > USED_MS) {
        entry.used = now;
        await transact(database, [ENTRIES], "readwrite", (stores) => void stores[ENTRIES].put(entry, found)).catch(() => {});
      }
      return transact(database, [BODIES], "readonly", (stores) => stores[BODIES].get(found));
    });
  }

  /** @param {string} key @returns {Promise<boolean | null>} */
  has(key) {
    return this.#do(async () => this.#entries.has(key));
  }
}
