/**
 * The sheet that the pins lie on. While the map is dragged the sheet is moved and the pins stay on it, so
 * that the browser draws none of them anew; where the map is zoomed or turned they move on the sheet.
 * @module
 */

import { nearestCopy } from "../core/viewport.js";

/** How far a pin's pointer reaches below its card. */
const POINTER = 9;
/** A pin may be off by what two numbers round, as long as the map moves. */
const ROUNDED = 1;
/** Farther than this the sheet is not dragged: the pins are laid on it anew. */
const FARTHEST = 2000;
/** Above all of these are only pins that are pointed at. */
const LOWEST = 3000;

/**
 * @typedef {object} Lying
 * @property {HTMLElement} element
 * @property {number} x where its place is on the screen
 * @property {number} y
 * @property {number} size
 * @property {boolean} isCluster
 *
 * @param {HTMLElement} sheet
 */
export function createPinSheet(sheet) {
  /** A place, and where on the screen it was before the sheet was dragged. */
  let anchor = { lon: 0, lat: 0, x: Infinity, y: Infinity };
  let [across, down] = [0, 0];
  /** @type {WeakMap<Lying, {left: number, top: number, size: number}>} */
  const places = new WeakMap();

  function drag(x, y) {
    if (x === across && y === down) return;
    [across, down] = [x, y];
    sheet.style.transform = x || y ? `translate(${x}px, ${y}px)` : "";
  }

  /** @param {Lying} pin @param {number} slack */
  function lay(pin, slack) {
    const { element, size, isCluster } = pin;
    const [left, top] = [pin.x - across, pin.y - down];
    const last = places.get(pin);
    if (last && last.size === size && Math.abs(left - last.left) <= slack && Math.abs(top - last.top) <= slack) return;
    places.set(pin, { left, top, size });
    element.style.transform = `translate(${left - size / 2}px, ${top - size - POINTER}px)`;
    const level = String(Math.max(0, LOWEST + top) + (isCluster ? 1 : 0));
    if (element.style.zIndex !== level) element.style.zIndex = level;
  }

  return {
    /** Drags the sheet as far as the ground has moved. @param {import("./pin-layer.js").Ground} ground */
    follow(ground) {
      const middle = ground.middle();
      const { x, y, isHidden } = ground.project(nearestCopy(anchor.lon, middle.lon), anchor.lat);
      const moved = [Math.round(x - anchor.x), Math.round(y - anchor.y)];
      if (!isHidden && moved.every((by) => Math.abs(by) < FARTHEST)) return drag(moved[0], moved[1]);
      anchor = { ...middle, ...ground.project(middle.lon, middle.lat) };
      drag(0, 0);
    },

    /** Lays a pin where it belongs while the map moves. @param {Lying} pin */
    lay: (pin) => lay(pin, ROUNDED),

    /** Lays pins where they belong, to the pixel. @param {Iterable<Lying>} pins */
    rest(pins) {
      for (const pin of pins) lay(pin, 0);
    },
  };
}
