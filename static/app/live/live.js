/**
 * Updates the page when the library changes: listens to the server's events, has the map reload when photos have
 * changed, and starts scans.
 *
 * A hidden page does not listen, because browsers open few connections to one host. When it is visible again, the first
 * event says whether the page is out of date.
 * @module
 */

import { may, set } from "../core/store.js";
import { countUnplaced } from "../unplaced/reasons.js";
import { TEXTS } from "../core/texts.js";

/** The shortest time between two reloads, however fast photos are added. */
const REFRESH_MS = 1000;
/** How long the page waits after the server has refused its events. */
const REOPEN_MS = 5000;
/** A server that restarts is back within this time. */
const AWAY_MS = 1500;
const FOR_OWNERS = TEXTS.scanOwnersOnly;
/** The server cannot scan, and retrying does not help. */
const CANNOT_SCAN = 409;
const IMPORTED = TEXTS.scanImported;

export const LIVE = {
  scan: /** @type {Scan | null} */ (null),
  /** The number of pages that show the map, including this one. */
  viewers: 1,
};

/**
 * @typedef {object} Scan a running scan, as the page shows it
 * @property {number | null} id null until the server has accepted it
 * @property {"waiting" | "running"} state
 * @property {number} files
 * @property {number} located
 *
 */
export class Live {
  #store;
  #api;
  /** @type {EventSource | null} */
  #source = null;
  #refresh = () => {};
  #onLost = () => {};
  #onBack = () => {};
  #onViews = () => {};
  #hasGreeted = false;
  #isLost = false;
  #lostTimer = 0;
  #announced = "";
  #lastEnded = 0;
  #refreshedAt = -Infinity;
  #refreshTimer = 0;
  #reopenTimer = 0;
  #hasFolders = false;

  /**
   * @param {import("../core/store.js").Store} store
   * @param {import("../api.js").Api} api
   */
  constructor(store, api) {
    this.#store = store;
    this.#api = api;
  }

  #open = () => {
    clearTimeout(this.#reopenTimer);
    if (this.#source || document.hidden || !may(this.#store.state, "events")) return;
    this.#source = new EventSource(this.#api.eventsURL());
    const on = (name, listener) => this.#source?.addEventListener(name, (event) => listener(JSON.parse(event.data), event));
    on("hello", (hello, event) => {
      this.#announced = event.lastEventId;
      this.#found();
      // The server sends events again, so requests may succeed again.
      if (this.#store.state.trouble || this.#store.state.kept !== null || isBehind(this.#api.version(), this.#announced)) this.#refreshSoon();
      this.#store.change(set({ viewers: hello.viewers, scan: scanOf(hello.scan) }));
      // They may have changed while the page did not listen.
      if (this.#hasGreeted) this.#onViews();
      this.#hasGreeted = true;
    });
    on("photos-changed", (_, event) => {
      this.#announced = event.lastEventId;
      this.#refreshSoon();
    });
    on("scan-progress", (scan) => this.#store.change(set({ scan: scanOf(scan) })));
    on("scan-finished", (scan) => this.#ended(scan));
    on("viewers", ({ viewers }) => this.#store.change(set({ viewers })));
    on("views-changed", () => this.#onViews());
    this.#source.addEventListener("error", this.#lost);
  };

  /** The browser reconnects by itself, unless the server has answered with an error. */
  #lost = () => {
    this.#isLost = true;
    // A proxy may end the events of a server that answers, so the page asks before it says that the server is away.
    this.#lostTimer ||= setTimeout(() => this.#onLost(), AWAY_MS);
    this.#store.change(set({ viewers: 1, scan: null }));
    if (this.#source?.readyState !== EventSource.CLOSED) return;
    this.#source = null;
    this.#reopenTimer = setTimeout(this.#open, REOPEN_MS);
  };

  #found() {
    this.#forgetLoss();
    if (this.#isLost) this.#onBack();
    this.#isLost = false;
  }

  #forgetLoss() {
    clearTimeout(this.#lostTimer);
    this.#lostTimer = 0;
  }

  #close() {
    this.#forgetLoss();
    clearTimeout(this.#reopenTimer);
    this.#source?.close();
    this.#source = null;
    this.#store.change(set({ viewers: 1, scan: null }));
  }

  #refreshSoon() {
    if (this.#refreshTimer) return;
    const wait = Math.max(0, this.#refreshedAt + REFRESH_MS - performance.now());
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = 0;
      this.#refreshedAt = performance.now();
      this.#api.forgetVersion();
      this.#refresh();
    }, wait);
  }

  /**
   * Whether the library has no folder to scan. Photos and files that are not on the map have a folder only if a scan
   * found them.
   */
  async #isImported() {
    const { library, unlocated } = this.#store.state;
    this.#hasFolders ||= library.total === 0 || countUnplaced(unlocated) > 0 || await this.#api.hasFolders();
    return !this.#hasFolders;
  }

  #ended(scan) {
    this.#lastEnded = Math.max(this.#lastEnded, scan.id);
    const current = this.#store.state.scan;
    if (current && (current.id === null || current.id === scan.id)) this.#store.change(set({ scan: null }));
    if (scan.state === "failed") this.#store.change(set({ trouble: { message: TEXTS.scanFailed(scan.problem) } }));
  }

  /**
   * Starts to listen.
   *
   * @param {object} listeners
   * @param {() => void} listeners.onChange reloads what the page shows
   * @param {() => void} listeners.onLost the events have ended, and have not begun again
   * @param {() => void} listeners.onBack they have begun again
   * @param {() => void} listeners.onViews the saved views have changed, or may have
   */
  begin({ onChange, onLost, onBack, onViews }) {
    this.#refresh = onChange;
    this.#onLost = onLost;
    this.#onBack = onBack;
    this.#onViews = onViews;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.#open()));
    // An answer may have been in flight that is older than the version of the last event.
    this.#store.watch((state) => state.pins, () => this.#announced && isBehind(this.#api.version(), this.#announced) && this.#refreshSoon());
    this.#store.watch((state) => may(state, "events"), (isOffered) => (isOffered ? this.#open() : this.#close()));
  }

  /** Asks the server to scan for new photos; `state.scan` is set until the scan has ended. */
  async startScan() {
    if (this.#store.state.scan) return;
    if (!may(this.#store.state, "scan")) {
      const { visitor } = this.#store.state;
      return void this.#store.change(set({ message: visitor?.role === "guest" ? FOR_OWNERS : visitor && TEXTS.scanNotByRole }));
    }
    try {
      if (await this.#isImported()) return void this.#store.change(set({ message: IMPORTED }));
      if (this.#store.state.scan) return;
      this.#store.change(set({ scan: { id: null, state: "waiting", files: 0, located: 0 } }));
      const scan = await this.#api.startScan();
      // The scan may have ended already, and without a connection the page would not notice.
      const isFollowed = this.#source?.readyState === EventSource.OPEN && scan.id > this.#lastEnded;
      if (this.#store.state.scan?.id === null) this.#store.change(set({ scan: isFollowed ? scanOf(scan) : null }));
    } catch (error) {
      const said = error.status === CANNOT_SCAN ? { message: error.message } : { trouble: { message: error.message } };
      this.#store.change(set({ scan: null, ...said }));
    }
  }
}

/** @returns {Scan | null} */
function scanOf(scan) {
  if (!scan) return null;
  const { id, state, files, located } = scan;
  return { id, state, files, located };
}

/**
 * Whether an answer is older than the version that an event reported. Versions are "index-number", both in base 36.
 *
 * @param {string | null} seen the version of the answer, if it has one
 * @param {string} announced
 * @returns {boolean}
 */
export function isBehind(seen, announced) {
  if (!seen || seen === announced) return false;
  const [index, version] = seen.split("-");
  const [announcedIndex, announcedVersion] = announced.split("-");
  return index !== announcedIndex || parseInt(version, 36) < parseInt(announcedVersion, 36);
}
