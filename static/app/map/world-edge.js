/** @module */

import { heldInWorld, mapLatitude, onScreen } from "../core/mercator.js";

/**
 * Lets a map show the whole world in a window that is higher than wide, as `heldInWorld` defines.
 *
 * MapLibre zooms in until the world is as high as the map. On a phone, half of the world is then outside the window.
 * This replaces a private method of its flat transform, because MapLibre 5.3 has no public way:
 * - `minZoom` is only a lower bound; the rule is applied after it.
 * - `maxBounds` up to the poles lets the world be smaller. But then a map can be dragged until nothing is visible, and
 *   correcting that after each movement makes the map jump.
 * - `renderWorldCopies` is only about east and west.
 * - `transformConstrain`, an option since MapLibre 5.10, is such a way. Use it when the pinned version has it.
 *
 * If the method is missing, the map keeps MapLibre's limits, and the page still works.
 *
 * @param {any} map a map that was created just now, and so is flat
 * @param {(lon: number, lat: number) => any} place creates a MapLibre LngLat
 * @param {() => {above: number, below: number}} slack see `heldInWorld`
 */
export function letWorldBeSmall(map, place, slack) {
  const kind = Object.getPrototypeOf(map.transform);
  if (typeof kind?.getConstrained !== "function" || kind.isPagesOwn) return;
  kind.isPagesOwn = true;
  kind.getConstrained = function getConstrained({ lng, lat }, zoom) {
    const wanted = { lon: lng, lat, zoom: Math.min(this.maxZoom, Math.max(this.minZoom, zoom)) };
    const held = heldInWorld(wanted, { width: this.width, height: this.height }, slack());
    return { center: place(held.lon, held.lat), zoom: held.zoom };
  };
}

/**
 * The lower edge of the flat map on the screen. The page draws Antarctica further below it.
 *
 * @param {import("../core/mercator.js").Camera} camera
 * @returns {number | null} pixels from the top; null if the edge is not in the window
 */
export function southernEdge(camera) {
  const { y } = onScreen(camera, 0, mapLatitude(-90));
  return y < camera.height ? y : null;
}
