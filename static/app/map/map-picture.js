/** @module */

/** After this time, a picture is taken even if tiles are missing. */
const PATIENCE_MS = 6000;

/**
 * A copy of what a map shows, once it has loaded and drawn everything.
 *
 * @param {any} map MapLibre's map
 * @returns {Promise<HTMLCanvasElement>}
 */
export function pictureOf(map) {
  return new Promise((resolve) => {
    const take = () => {
      clearTimeout(timer);
      map.off("idle", take);
      // The canvas has its pixels only until the frame ends.
      map.once("render", () => resolve(copyOf(map.getCanvas())));
      map.triggerRepaint();
    };
    const timer = setTimeout(take, PATIENCE_MS);
    map.once("idle", take);
    map.triggerRepaint();
  });
}

/** @param {HTMLCanvasElement} canvas @returns {HTMLCanvasElement} with the same pixels */
export function copyOf(canvas) {
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  copy.getContext("2d")?.drawImage(canvas, 0, 0);
  return copy;
}
