/**
 * Small still pictures of what the view looks like on each of the maps. Fetched when they are first wanted.
 *
 * One small map draws them, one after the other, and is removed: a browser gives a page few of them.
 * @module
 */

import { h } from "../ui/dom.js";

/** A picture shows more of the surroundings than the same piece of the map does. */
const FARTHER = 1.3;
/** What has not come by then is drawn as far as it has. */
const PATIENCE_MS = 15_000;

/**
 * @param {object} options
 * @param {(choice: any) => any} options.style of the map for a choice, without photos
 * @param {() => import("../map/map-address.js").MapView} options.position
 */
export function createPreviews({ style, position }) {
  let run = 0;
  let last = "";

  /** @param {{choice: any, canvas: HTMLCanvasElement}[]} pictures */
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
      // A browser that can draw one map only has names without pictures.
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
