/**
 * The element that contains the pins. While the map is dragged, only this sheet moves, so the browser does not repaint
 * the pins. When the map zooms or turns, the pins move on the sheet.
 * @module
 */

import { nearestCopy } from "../core/viewport.js";
import { POINTER } from "./pin-size.js";

/** While the map moves, a pin's position may be off by one pixel, which is the error of two rounded numbers. */
const ROUNDED = 1;
/** If the sheet has moved farther than this, the pins are placed on it again. */
const FARTHEST = 2000;
/** Above this z-index are only pins under the pointer. */
const LOWEST = 3000;

/**
 * @typedef {object} Lying
 * @property {HTMLElement} element
 * @property {HTMLElement | null} badge
 * @property {number} x its position on the screen
 * @property {number} y
 * @property {number} size
 * @property {boolean} isCluster
 *
 * @param {HTMLElement} sheet
 */
export function createPinSheet(sheet) {
  /** A place, and its position on the screen before the sheet was dragged. */
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
    const { element, badge, size, isCluster } = pin;
    const [left, top] = [pin.x - across, pin.y - down];
    const last = places.get(pin);
    if (last && last.size === size && Math.abs(left - last.left) <= slack && Math.abs(top - last.top) <= slack) return;
    places.set(pin, { left, top, size });
    element.style.transform = `translate(${left - size / 2}px, ${top - size - POINTER}px)`;
    if (badge) badge.style.transform = `translate(${left}px, ${top}px)`;
    const level = String(Math.max(0, LOWEST + top) + (isCluster ? 1 : 0));
    if (element.style.zIndex !== level) element.style.zIndex = level;
  }

  return {
    /**
     * Moves the sheet with the ground.
     *
     * @param {import("./pin-layer.js").Projection} ground
     */
    follow(ground) {
      const middle = ground.middle();
      const { x, y, isHidden } = ground.project(nearestCopy(anchor.lon, middle.lon), anchor.lat);
      const moved = [Math.round(x - anchor.x), Math.round(y - anchor.y)];
      if (!isHidden && moved.every((by) => Math.abs(by) < FARTHEST)) return drag(moved[0], moved[1]);
      anchor = { ...middle, ...ground.project(middle.lon, middle.lat) };
      drag(0, 0);
    },

    /**
     * Places a pin while the map moves.
     *
     * @param {Lying} pin
     */
    lay: (pin) => lay(pin, ROUNDED),

    /**
     * Places pins exactly to the pixel.
     *
     * @param {Iterable<Lying>} pins
     */
    rest(pins) {
      for (const pin of pins) lay(pin, 0);
    },
  };
}
