/**
 * What the page keeps in the browser: settings, and what it knows of the library. If the browser blocks it, reading returns null and
 * writing does nothing.
 * @module
 */

/** What tells something of the library: filters that were searched for, and texts that the server does not have yet. */
const OF_LIBRARY = ["geoindex.searches", "geoindex.unsent-words"];
/** Whose library that is. */
const USER = "geoindex.user";

const shared = () => localStorage;
/** Of this tab. */
const own = () => sessionStorage;

let hasForgotten = false;

/** @param {() => Storage} storage @param {string} key @returns {string | null} */
function read(storage, key) {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** @param {() => Storage} storage @param {string} key @param {string | null} value null removes it */
function write(storage, key, value) {
  if (hasForgotten && value !== null && OF_LIBRARY.includes(key)) return;
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // See above.
  }
}

/** @param {string} key @returns {string | null} */
export const recall = (key) => read(shared, key);

/** @param {string} key @param {string} value */
export const remember = (key, value) => write(shared, key, value);

/** @param {string} key @returns {string | null} what this tab keeps */
export const recallInTab = (key) => read(own, key);

/** @param {string} key @param {string | null} value null removes it */
export const rememberInTab = (key, value) => write(own, key, value);

/** Has the service worker drop the answers that it has kept. */
export function forgetAnswers() {
  globalThis.navigator?.serviceWorker?.getRegistration().then((registration) => registration?.active?.postMessage({ forget: true })).catch(() => {});
}

/** Drops what is known of the library, and keeps nothing more of it until the page is loaded again; settings stay. */
export function forgetLibrary() {
  hasForgotten = true;
  forgetAnswers();
  for (const storage of [shared, own]) for (const key of [...OF_LIBRARY, USER]) write(storage, key, null);
}

/**
 * Drops what another user has left here. A browser without users keeps all.
 *
 * @param {string} name of the user who has signed in; empty for others
 */
export function belongTo(name) {
  for (const storage of [shared, own]) {
    const before = read(storage, USER) ?? "";
    if (before === name) continue;
    if (before) {
      for (const key of OF_LIBRARY) write(storage, key, null);
      // A worker that answers this page has seen whose the answers are, and has dropped those of the other.
      if (!navigator.serviceWorker?.controller) forgetAnswers();
    }
    write(storage, USER, name || null);
  }
}
