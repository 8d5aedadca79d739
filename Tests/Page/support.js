/**
 * What tests of the page's modules share. Imported first, as some modules ask the browser for its language when they
 * are loaded.
 */

Object.defineProperty(globalThis, "navigator", {
  value: { language: "en-GB", languages: ["en-GB"] }, configurable: true,
});

/** Numbers that are the same each time, for a test of its own. */
export function seededRandom(seed = 20240501) {
  let state = seed;
  return (low, high) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + (state / 2 ** 32) * (high - low);
  };
}

/** Text with plain spaces only, as the fonts' narrow ones differ from one version of ICU to the next. */
export function plain(text) {
  return text && text.normalize("NFKC").replace(/\s/g, " ");
}

/** How a test that draws random cases shows one that fails. */
export function shown(value) {
  return JSON.stringify(value);
}
