/**
 * Keeps the page in step with the library: listens to what the server tells, has the map ask anew when
 * the photos have changed, and starts scans.
 *
 * A page that nobody sees does not listen: browsers open few connections to one host, and when it is
 * seen again the first event tells whether it is behind.
 * @module
 */

import { set } from "../core/store.js";
import { countUnplaced } from "../unplaced/reasons.js";

/** The map asks anew at most this often, however fast photos come. */
const REFRESH_MS = 1000;
/** A server that refuses to be listened to is asked again after this long. */
const REOPEN_MS = 5000;
const FOR_OWNERS = "These photos are shared with you. Only their owner can scan for new ones.";
/** The server cannot look, however often it is asked. */
const CANNOT_SCAN = 409;
const IMPORTED = "These photos were imported, so there is no folder to scan. Import again, or run “geoindex scan FOLDER”.";

export const LIVE = {
  scan: /** @type {Scan | null} */ (null),
  /** On how many pages, this one included, the map is open. */
  viewers: 1,
};

/**
 * @typedef {object} Scan a scan under way, for who shows it
 * @property {number | null} id null until the server has taken it on
 * @property {"waiting" | "running"} state
 * @property {number} files
 * @property {number} located
 *
 * @typedef {ReturnType<typeof createLive>} Live
 *
 * @param {import("../core/store.js").Store} store
 * @param {import("../api.js").Api} api
 */
export function createLive(store, api) {
  /** @type {EventSource | null} */
  let source = null;
  let refresh = () => {};
  let told = "";
  let lastEnded = 0;
  let refreshedAt = -Infinity;
  let refreshTimer = 0;
  let reopenTimer = 0;
  let hasFolders = false;

  function open() {
    clearTimeout(reopenTimer);
    // Guests are not told what goes on.
    if (source || document.hidden || store.state.library.isGuest) return;
    source = new EventSource(api.eventsURL());
    const on = (name, hear) => source?.addEventListener(name, (event) => hear(JSON.parse(event.data), event));
    on("hello", (hello, event) => {
      told = event.lastEventId;
      // A server that can be heard again can be asked again.
      if (store.state.trouble || isBehind(api.version(), told)) refreshSoon();
      store.change(set({ viewers: hello.viewers, scan: scanOf(hello.scan) }));
    });
    on("photos-changed", (_, event) => {
      told = event.lastEventId;
      refreshSoon();
    });
    on("scan-progress", (scan) => store.change(set({ scan: scanOf(scan) })));
    on("scan-finished", (scan) => ended(scan));
    on("viewers", ({ viewers }) => store.change(set({ viewers })));
    source.addEventListener("error", lost);
  }

  /** The browser tries again by itself, except where the server has answered something else. */
  function lost() {
    store.change(set({ viewers: 1, scan: null }));
    if (source?.readyState !== EventSource.CLOSED) return;
    source = null;
    reopenTimer = setTimeout(open, REOPEN_MS);
  }

  function close() {
    clearTimeout(reopenTimer);
    source?.close();
    source = null;
    store.change(set({ viewers: 1, scan: null }));
  }

  function refreshSoon() {
    if (refreshTimer) return;
    const wait = Math.max(0, refreshedAt + REFRESH_MS - performance.now());
    refreshTimer = setTimeout(() => {
      refreshTimer = 0;
      refreshedAt = performance.now();
      api.forgetVersion();
      refresh();
    }, wait);
  }

  /** Files that are not on the map were looked for in a folder, and so were photos that have a folder's name. */
  async function isImported() {
    const { library, unlocated } = store.state;
    hasFolders ||= library.total === 0 || countUnplaced(unlocated) > 0 || await api.hasFolders();
    return !hasFolders;
  }

  function ended(scan) {
    lastEnded = Math.max(lastEnded, scan.id);
    const current = store.state.scan;
    if (current && (current.id === null || current.id === scan.id)) store.change(set({ scan: null }));
    if (scan.state === "failed") store.change(set({ trouble: { message: `The scan failed: ${scan.problem}` } }));
  }

  return {
    /**
     * Begins to listen.
     *
     * @param {() => void} onChange asks anew for what the page shows
     */
    begin(onChange) {
      refresh = onChange;
      document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
      // An answer may be on its way that was made before the version of which the page was told.
      store.watch((state) => state.pins, () => told && isBehind(api.version(), told) && refreshSoon());
      open();
    },

    /** Has the server look for new photos; `state.scan` is there until that is over. */
    async startScan() {
      if (store.state.scan) return;
      if (store.state.library.isGuest) return void store.change(set({ hint: FOR_OWNERS }));
      try {
        if (await isImported()) return void store.change(set({ hint: IMPORTED }));
        if (store.state.scan) return;
        store.change(set({ scan: { id: null, state: "waiting", files: 0, located: 0 } }));
        const scan = await api.startScan();
        // It may be over already, and without a connection nobody would hear that it is.
        const isHeard = source?.readyState === EventSource.OPEN && scan.id > lastEnded;
        store.change((state) => (state.scan?.id === null ? { ...state, scan: isHeard ? scanOf(scan) : null } : state));
      } catch (error) {
        const said = error.status === CANNOT_SCAN ? { hint: error.message } : { trouble: { message: error.message } };
        store.change(set({ scan: null, ...said }));
      }
    },
  };
}

/** @returns {Scan | null} */
function scanOf(scan) {
  if (!scan) return null;
  const { id, state, files, located } = scan;
  return { id, state, files, located };
}

/**
 * Whether an answer is older than the version that an event reported. Versions are "index-number", both to the
 * base of 36.
 *
 * @param {string | null} seen the version of the answer, where there is one
 * @param {string} told
 * @returns {boolean}
 */
export function isBehind(seen, told) {
  if (!seen || seen === told) return false;
  const [index, version] = seen.split("-");
  const [toldIndex, toldVersion] = told.split("-");
  return index !== toldIndex || parseInt(version, 36) < parseInt(toldVersion, 36);
}
