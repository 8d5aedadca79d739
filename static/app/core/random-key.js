/** @module */

/** @returns {string} 128 random bits, as text that an address may have */
export function randomKey() {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {{status?: number}} error of a request @returns {boolean} whether the server has refused it, so that it has not acted */
export function isRefusal({ status = 0 }) {
  return status >= 400 && status < 500 && status !== 429;
}
