/**
 * Sends the chosen files, and shows where they were taken.
 * @module
 */

import { boxAround } from "../core/box-around.js";
import { set, setWithin } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { formatFile } from "../core/format.js";
import { EMPTY } from "../map/map-layers.js";
import { jobsOf } from "./jobs.js";
import { FOUND, FOUND_CHOSEN, marksOf } from "./locate-layers.js";
import { beginLocated, endLocated, isPlaced, withEntries } from "./locate-state.js";
import { LocateView } from "./locate-view.js";
import { sendAll } from "./sender.js";
import { FORMS } from "./writers.js";

const MAX_ZOOM = 15;
/** Answers are shown together, at most so often; of many files less often, because list and map have to take all of them. */
const SHOWN_EVERY_MS = 200;
const FILES_PER_MS = 5;
const FEW = 500;
const MARKED_EVERY_MS = 3000;
/** The page requests the server's limit if a file has at least this size. */
const LARGE = 8 * 2 ** 20;
const KEPT_MS = 60_000;

/** @typedef {import("./jobs.js").Job<File>} Job */

export class Locator {
  #page;
  #store;
  /** @type {LocateView} */
  #view;
  #run = new AbortController();
  /** Entries that have changed since the list was shown. @type {Map<number, import("./locate-state.js").Entry>} */
  #changed = new Map();
  #timer = 0;
  #markTimer = 0;
  /** What had the focus before the list was opened. @type {Element | null} */
  #opener = null;

  /** @param {import("../features.js").Page} page @param {{choose: () => void, close: () => void}} actions */
  constructor(page, { choose, close }) {
    this.#page = page;
    this.#store = page.store;
    this.#view = new LocateView({
      store: page.store,
      actions: {
        choose, close, cancel: this.#cancel, show: (id) => this.show(id, false), download: this.#download, showAll: this.#fitAll,
        onRest: () => this.#reveal(), onClosed: this.#giveFocus,
      },
    });
    const { store, mapView } = page;
    store.watch((state) => state.located?.entries ?? null, this.#markLater);
    store.watch((state) => state.located?.status ?? null, this.#mark);
    store.watch((state) => state.located?.entries.find(({ id }) => id === state.located.chosen) ?? null, (entry) => mapView.setData(FOUND_CHOSEN, entry ? marksOf([entry]) : EMPTY));
    // The map leaves space for the list, which opens and closes after the state.
    store.watch((state) => state.located !== null && state.isLocatedOpen, () => page.room.changed());
  }

  /** The map needs longer than the list for many. */
  #markLater = (/** @type {import("./locate-state.js").Entry[] | null} */ entries) => {
    if (!entries || entries.length <= FEW) this.#mark();
    else this.#markTimer ||= setTimeout(this.#mark, MARKED_EVERY_MS);
  };

  #mark = () => {
    clearTimeout(this.#markTimer);
    this.#markTimer = 0;
    const { located } = this.#store.state;
    this.#page.mapView.setData(FOUND, located ? marksOf(located.entries) : EMPTY);
  };

  /** @param {import("./drop.js").Chosen[]} chosen */
  async begin(chosen) {
    this.stop();
    const run = (this.#run = new AbortController());
    const jobs = jobsOf(chosen);
    if (!jobs.length) return this.#store.change(set({ message: TEXTS.locateNoFiles }));
    if (!this.#store.state.located) this.#opener = document.activeElement;
    this.#view.renew();
    this.#store.change(set({ located: beginLocated(jobs.map(({ name }) => name)) }));
    this.#page.navigation.open({ locate: true });
    this.#mark();
    const names = jobs.map(({ name }) => name);
    const limit = jobs.some(({ size }) => size >= LARGE) ? await this.#page.api.locateLimit() : null;
    await sendAll(jobs, {
      signal: run.signal,
      send: (job) => this.#send(job, limit, run.signal),
      onSend: (place) => this.#tell({ id: place + 1, name: names[place], status: "sending" }),
      onDone: (place, outcome) => {
        // The browser can forget the file.
        jobs[place] = null;
        const entry = { id: place + 1, name: names[place] };
        this.#tell("answer" in outcome ? { ...entry, status: "read", feature: outcome.answer } : { ...entry, status: "failed", problem: outcome.problem });
      },
    });
    if (!run.signal.aborted) this.#end(false);
  }

  /** @param {Job} job @param {number | null} limit @param {AbortSignal} signal */
  async #send({ files, size }, limit, signal) {
    if (limit !== null && size >= limit) throw new Refusal(TEXTS.locateTooLarge(formatFile({ size }), formatFile({ size: limit })));
    // Some have been moved since, and some are folders. The server must not be blamed for them.
    await Promise.all(files.map((file) => file.slice(0, 1).arrayBuffer())).catch(() => {
      throw new Refusal(TEXTS.locateUnreadable);
    });
    return this.#page.api.locate(files, signal);
  }

  /** @param {import("./locate-state.js").Entry} entry */
  #tell(entry) {
    this.#changed.set(entry.id, entry);
    const count = this.#store.state.located?.entries.length ?? 0;
    this.#timer ||= setTimeout(this.#showChanged, Math.max(SHOWN_EVERY_MS, count / FILES_PER_MS));
  }

  #showChanged = () => {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { located } = this.#store.state;
    if (located && this.#changed.size) this.#store.change(set({ located: withEntries(located, this.#changed.values()) }));
    this.#changed.clear();
  };

  /** @param {boolean} isCancelled */
  #end(isCancelled) {
    this.#showChanged();
    const { located } = this.#store.state;
    if (!located) return;
    this.#store.change(set({ located: endLocated(located, isCancelled) }));
    // A reader who looks at one of them stays there.
    if (located.chosen === null) this.#fitAll();
  }

  #cancel = () => {
    this.#showChanged();
    this.stop();
    this.#end(true);
  };

  /** Nothing more is sent, and what comes is dropped. */
  stop() {
    this.#run.abort();
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#changed.clear();
  }

  /** @param {number} id @param {boolean} isFromMap whether the list should go there @returns {void} */
  show(id, isFromMap) {
    this.#store.change(setWithin("located", { chosen: id }));
    if (isFromMap) return this.#view.focus(id);
    this.#view.lower();
    this.#reveal();
  }

  #reveal() {
    const { located } = this.#store.state;
    const entry = located?.entries.find((one) => one.id === located.chosen);
    if (entry) this.#fit([entry]);
  }

  #fitAll = () => this.#fit(this.#store.state.located?.entries ?? []);

  /** @param {import("./locate-state.js").Entry[]} entries */
  #fit(entries) {
    const box = boxAround(entries.filter(isPlaced).map(({ feature: { geometry } }) => ({ geometry, properties: {} })));
    if (box) this.#page.mapView.fit(box, { maxZoom: MAX_ZOOM });
  }

  /** @param {import("./writers.js").Form} form */
  #download = (form) => {
    const files = (this.#store.state.located?.entries ?? []).map(({ feature }) => feature).filter(Boolean);
    const { type, write } = FORMS[form];
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([write(files)], { type }));
    link.download = `positions.${form}`;
    link.click();
    // Safari reads it later.
    setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
  };

  #giveFocus = () => {
    const opener = /** @type {HTMLElement | null} */ (this.#opener);
    this.#opener = null;
    if (opener?.isConnected && opener !== document.body && opener.checkVisibility()) opener.focus({ preventScroll: true });
    else this.#page.mapView.focus();
  };

  insets() {
    return this.#view.insets();
  }
}

/** A file that is not sent. */
class Refusal extends Error {
  status = -1;
}
