/** @module */

const SCRIPT = "vendor/maplibre-gl/maplibre-gl.js";
const STYLES = "vendor/maplibre-gl/maplibre-gl.css";

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
