/**
 * Where pictures come from. The browser loads them itself, with the password of an owner. A tab in which an owner sees
 * the page as a guest fetches them as the guest.
 * @module
 */

/** What an element shows whose picture could not be fetched: nothing, as an error. */
const BROKEN = "data:,";

/** @type {((url: string) => Promise<string>) | null} */
let fetchPicture = null;

/** @param {((url: string) => Promise<string>) | null} fetcher returns an address within the page; null if the browser loads pictures */
export function fetchPicturesBy(fetcher) {
  fetchPicture = fetcher;
}

/**
 * Sets what an element shows.
 *
 * @param {HTMLImageElement} picture @param {string} url
 * @returns {Promise<void>} resolves once it is set, which is at once if the browser loads it
 */
export async function setPicture(picture, url) {
  if (fetchPicture) picture.src = await fetchPicture(url).catch(() => BROKEN);
  else picture.src = url;
}
