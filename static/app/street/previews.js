/**
 * Small still pictures of the current view on each of the maps. Loaded when they are first needed.
 *
 * One small map draws all of them in turn and is removed, because browsers limit the number of WebGL contexts.
 * @module
 */

import { h } from "../ui/dom.js";

/** A preview shows a little more of the surroundings than a cut-out of the map would. */
const FARTHER = 1.3;
/** After this time, a preview is taken even if tiles are missing. */
const PATIENCE_MS = 15_000;

/**
 * @param {object} options
 * @param {(choice: import("./choices.js").Choice) => any} options.style the style of the map for a choice, without photos
 * @param {() => import("../map/map-address.js").MapView} options.position
 */
export function createPreviews({ style, position }) {
  let run = 0;
  let last = "";

  /** @param {{choice: import("./choices.js").Choice, canvas: HTMLCanvasElement}[]} pictures */
  async function draw(pictures) {
    const { lat, lon, zoom } = position();
    const key = JSON.stringify([lat.toFixed(4), lon.toFixed(4), zoom.toFixed(1), pictures.map(({ choice }) => style(choice).layers.length)]);
    if (key === last && pictures.every(({ canvas }) => canvas.width)) return;
    const own = ++run;
    const holder = h("div", { class: "map-preview-stage", "aria-hidden": "true", inert: true });
    document.body.append(holder);
    let map = null;
    try {
      for (const { choice, canvas } of pictures) {
        if (own !== run) return;
        map?.remove();
        map = smallMap(holder, style(choice), { center: [lon, lat], zoom: Math.max(0, zoom - FARTHER) });
        await settled(map);
        if (own === run) copy(map.getCanvas(), canvas);
      }
      last = key;
    } catch {
      // If the browser can draw only one map, the choices have names without pictures.
    } finally {
      map?.remove();
      holder.remove();
    }
  }

  return { draw };
}

function smallMap(container, style, at) {
  const { maplibregl } = /** @type {any} */ (globalThis);
  return new maplibregl.Map({
    container, style, ...at, interactive: false, attributionControl: false, fadeDuration: 0,
    canvasContextAttributes: { preserveDrawingBuffer: true },
  });
}

function settled(map) {
  return new Promise((resolve) => {
    map.once("idle", resolve);
    setTimeout(resolve, PATIENCE_MS);
  });
}

function copy(from, to) {
  [to.width, to.height] = [from.width, from.height];
  to.getContext("2d")?.drawImage(from, 0, 0);
  to.classList.add("is-drawn");
}
