/** @module */

const SCRIPT = "vendor/maplibre-gl/maplibre-gl.js";
const STYLES = "vendor/maplibre-gl/maplibre-gl.css";

/**
 * Fetches and runs MapLibre. It is large and pins do not need it, so the page does not begin with it.
 *
 * @returns {Promise<any>} fails where it is not installed
 */
export async function loadMapLibre() {
  const styles = Object.assign(document.createElement("link"), { rel: "stylesheet", href: STYLES });
  const script = Object.assign(document.createElement("script"), { src: SCRIPT });
  const isThere = Promise.all([arrived(styles), arrived(script)]);
  // The page's own rules have the last word.
  document.head.prepend(styles, script);
  await isThere;
  return /** @type {any} */ (globalThis).maplibregl;
}

function arrived(element) {
  return new Promise((resolve, reject) => {
    element.addEventListener("load", resolve);
    element.addEventListener("error", () => reject(new Error(`${element.src ?? element.href} did not come`)));
  });
}
