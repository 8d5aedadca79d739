/**
 * Handing an address or a file to the programs of the device, which phones and Safari offer.
 * @module
 */

/** @returns {boolean} whether the browser can hand on addresses */
export function canHandOn() {
  return typeof navigator.share === "function";
}

/** @param {string} type a media type @returns {boolean} whether the browser can hand on files of it */
export function canHandOnFiles(type) {
  return canHandOn() && (navigator.canShare?.({ files: [new File([""], "file", { type })] }) ?? false);
}

/**
 * @param {ShareData} data
 * @returns {Promise<"done" | "closed" | "late" | "failed">} `closed` if the reader has chosen no program, `late` if the
 * browser wants another press of a button first
 */
export async function handOn(data) {
  try {
    await navigator.share(data);
    return "done";
  } catch (error) {
    return error.name === "AbortError" ? "closed" : error.name === "NotAllowedError" ? "late" : "failed";
  }
}

/** @param {Location | URL} address @returns {boolean} whether only this machine can reach it */
export function isOfThisMachine({ hostname }) {
  return /(^|\.)localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname);
}
