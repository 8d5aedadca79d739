/**
 * Loads pictures a few at a time. A browser opens six connections to a server. If pictures used all of them, the map's
 * own requests would wait.
 * @module
 */

import { setPicture } from "./picture-source.js";

const AT_ONCE = 4;

/** @type {{picture: HTMLImageElement, url: string}[]} */
const waiting = [];
/**
 * The pictures that are loading, with the function that ends it.
 *
 * @type {Map<HTMLImageElement, () => void>}
 */
const loading = new Map();
/**
 * What to do again once the server is back, by the element that shows a picture that could not be loaded.
 *
 * @type {Map<Element, () => void>}
 */
const failed = new Map();
/** After this number, those that have left the page are dropped. */
const MANY = 500;

/**
 * Queues a picture. The newest comes first, because it is what the reader looks at now. Pictures that have left the
 * page are not loaded.
 *
 * @param {HTMLImageElement} picture
 * @param {string} url
 */
export function loadPicture(picture, url) {
  waiting.push({ picture, url });
  queueMicrotask(startNext);
}

/**
 * Remembers a picture that could not be loaded.
 *
 * @param {Element} element that shows it; nothing is done once it has left the page
 * @param {() => void} again
 */
export function pictureFailed(element, again) {
  if (failed.size >= MANY) for (const one of failed.keys()) one.isConnected || failed.delete(one);
  failed.set(element, again);
}

/** Loads the pictures that failed, because the library has changed or the server is back. */
export function retryPictures() {
  const all = [...failed];
  failed.clear();
  for (const [element, again] of all) if (element.isConnected) again();
}

/**
 * Stops loading a picture that is no longer visible. Its request ends, so the server drops its work.
 *
 * @param {HTMLImageElement} picture
 */
export function cancelPicture(picture) {
  const over = loading.get(picture);
  if (!over) return;
  picture.removeAttribute("src");
  over();
}

function startNext() {
  for (const picture of loading.keys()) {
    if (!picture.isConnected) cancelPicture(picture);
  }
  while (loading.size < AT_ONCE && waiting.length) {
    const { picture, url } = waiting.pop();
    if (!picture.isConnected || picture.hasAttribute("src") || loading.has(picture)) continue;
    const over = () => {
      picture.removeEventListener("load", over);
      picture.removeEventListener("error", over);
      loading.delete(picture);
      startNext();
    };
    loading.set(picture, over);
    picture.addEventListener("load", over);
    picture.addEventListener("error", over);
    picture.addEventListener("error", () => pictureFailed(picture, () => {
      picture.removeAttribute("src");
      loadPicture(picture, url);
    }), { once: true });
    setPicture(picture, url);
  }
}
