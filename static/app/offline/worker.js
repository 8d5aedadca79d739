/**
 * Starts the service worker, and tells it what it cannot know. A browser without one shows the page as well.
 * @module
 */

import { DATA_HEADERS } from "../api.js";
import { recall, remember } from "../core/memory.js";

const FILE = "service-worker.js";
const SETTING = "geoindex.offline";
/** In megabytes of pictures; with 0 nothing of the library is kept. */
export const CHOICES = [0, 50, 500];
const DEFAULT = 50;
/** What was shown without the worker: at most so many addresses. */
const SEEN = 300;
const PICTURE = /\/photos\/[^/]+\/thumbnail\?/;

/** The version of the joined page. Modules that are served one by one have none, and no worker. */
const version = () => document.querySelector('meta[name="geoindex-version"]')?.getAttribute("content") ?? null;

/** @returns {boolean} */
export function canWork() {
  return isSecureContext && "serviceWorker" in navigator && version() !== null;
}

/** @returns {number} */
export function chosenLimit() {
  const chosen = Number(recall(SETTING) ?? DEFAULT);
  return CHOICES.includes(chosen) ? chosen : DEFAULT;
}

/** @param {number} megabytes */
export function chooseLimit(megabytes) {
  remember(SETTING, String(megabytes));
  navigator.serviceWorker.getRegistration().then((registration) => registration?.active?.postMessage({ megabytes })).catch(() => {});
}

export async function startWorker() {
  try {
    const hadWorker = navigator.serviceWorker.controller !== null;
    await navigator.serviceWorker.register(FILE);
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ version: version() });
    active.postMessage({ megabytes: chosenLimit() });
    tellUnseen(active, hadWorker);
  } catch {
    // The browser forbids it, or the files are of two versions: the page works with the server only.
  }
}

/**
 * Tells the worker what the page shows without it: everything from before there was one, and pictures that the browser
 * still has in memory.
 *
 * @param {ServiceWorker} worker @param {boolean} hadWorker whether there was one when the page was opened
 */
function tellUnseen(worker, hadWorker) {
  let isAll = !hadWorker;
  const observer = new PerformanceObserver((list) => {
    const entries = /** @type {PerformanceResourceTiming[]} */ (list.getEntries());
    const unseen = entries.filter((one) => one.workerStart === 0 && (isAll || PICTURE.test(one.name))).map(({ name }) => name);
    isAll = false;
    if (unseen.length) worker.postMessage({ seen: [...new Set(unseen)].slice(-SEEN), headers: DATA_HEADERS });
  });
  observer.observe({ type: "resource", buffered: true });
}
