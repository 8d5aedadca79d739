/**
 * What the page remembers from visit to visit. Storage may be barred; it then lasts as long as the page.
 * @module
 */

/** @param {string} key @returns {string | null} */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}
