/** @module */

const SCRIPT = "vendor/maplibre-gl/maplibre-gl.js";
const STYLES = "vendor/maplibre-gl/maplibre-gl.css";

/**
 * Fetches MapLibre while the first pins are requested. Not in index.html, where it would compete with the modules; and
 * no `prefetch`, which Safari lacks, and for which Firefox asks `default-src` of the Content-Security-Policy.
 */
export function preloadMapLibre() {
  document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "script", fetchPriority: "low", href: SCRIPT }));
}

/**
 * Loads and runs MapLibre. It is large and pins do not need it, so the page starts without it.
 *
 * @returns {Promise<any>} rejected if it is not installed
 */
export async function loadMapLibre() {
  const styles = Object.assign(document.createElement("link"), { rel: "stylesheet", href: STYLES });
  const script = Object.assign(document.createElement("script"), { src: SCRIPT });
  const areLoaded = Promise.all([loaded(styles), loaded(script)]);
  // Prepended, so that the page's own rules override MapLibre's.
  document.head.prepend(styles, script);
  await areLoaded;
  return /** @type {any} */ (globalThis).maplibregl;
}

function loaded(element) {
  return new Promise((resolve, reject) => {
    element.addEventListener("load", resolve);
    element.addEventListener("error", () => reject(new Error(`${element.src ?? element.href} could not be loaded`)));
  });
}
