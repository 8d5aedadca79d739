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
/** What was shown before there was a worker: at most so many addresses. */
const SEEN = 300;

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
    if (!hadWorker) active.postMessage({ seen: seen(), headers: DATA_HEADERS });
  } catch {
    // The browser forbids it, or the files are of two versions: the page works with the server only.
  }
}

/** @returns {string[]} */
function seen() {
  const addresses = performance.getEntriesByType("resource").map(({ name }) => name);
  return [...new Set(addresses)].slice(-SEEN);
}
