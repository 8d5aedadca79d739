/**
 * Texts that are compared as readers write them. Pure.
 * @module
 */

/** @param {string} text @returns {string} without accents, in lower case */
export function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
