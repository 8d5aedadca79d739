/**
 * Shared by the tests of the page's modules, which import it first and modules of the page by `await import`, because
 * these read the browser's language and texts when they are loaded.
 */

Object.defineProperty(globalThis, "navigator", {
  value: { language: "en-GB", languages: ["en-GB"] }, configurable: true,
});

const { loadTexts } = await import("../../static/app/core/texts.js");
await loadTexts();

/** A generator of random numbers that are the same on each run. */
export function seededRandom(seed = 20240501) {
  let state = seed;
  return (low, high) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + (state / 2 ** 32) * (high - low);
  };
}

/** A text with plain spaces only, because versions of ICU differ in their use of narrow spaces. */
export function plain(text) {
  return text && text.normalize("NFKC").replace(/\s/g, " ");
}

/** A failed random case as text for the message. */
export function shown(value) {
  return JSON.stringify(value);
}
