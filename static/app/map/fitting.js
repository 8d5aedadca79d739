/**
 * Moves the map so that a box fits into the space that panels leave free, on a flat map and on a globe.
 * @module
 */

import { mapLatitude, heldInWorld } from "../core/mercator.js";
import { FIRST_VIEW_MAX_ZOOM, paddingsFor, positionAround } from "./fit.js";
import { wholeGlobeZoom } from "./globe.js";

export const MAX_ZOOM = 20;
export const FLIGHT_MS = 650;
/** A box wider than this, in degrees, does not fit on one side of a globe. */
const HALF_WORLD = 130;

export class Fitting {
  #map;
  #space;
  #isGlobe;
  #isAt;

  /**
   * @param {object} options
   * @param {any} options.map MapLibre's map
   * @param {() => Space} options.space
   * @param {() => boolean} options.isGlobe
   * @param {(centre: any, zoom: number) => boolean} options.isAt whether the map is there already
   *
   * @typedef {object} Space
   * @property {{width: number, height: number}} size of the map
   * @property {import("./fit.js").Covered} insets how much of each side panels cover
   * @property {{above: number, below: number}} covered
   */
  constructor({ map, space, isGlobe, isAt }) {
    this.#map = map;
    this.#space = space;
    this.#isGlobe = isGlobe;
    this.#isAt = isAt;
  }

  /** @param {number[]} box @param {any} [options] @returns {boolean} whether the map has to move */
  fit(box, options = {}) {
    const [west, south, end, north] = box;
    const east = end < west ? end + 360 : end;
    if (this.#isGlobe() && east - west > HALF_WORLD) return this.showGlobe((west + east) / 2, (south + north) / 2, options);
    const { size, insets } = this.#space();
    const maxZoom = options.maxZoom ?? MAX_ZOOM;
    const target = this.#isGlobe()
      ? this.#map.cameraForBounds([[west, mapLatitude(south)], [east, mapLatitude(north)]], { padding: without(this.#map.getPadding(), paddingsFor(insets, size.width)[0]), maxZoom })
      : this.#camera(box, maxZoom);
    if (!target) return false;
    const zoom = Math.max(target.zoom, options.minZoom ?? target.zoom);
    if (this.#isAt(target.center, zoom)) return false;
    this.#map.easeTo({ duration: FLIGHT_MS, ...options, center: target.center, zoom });
    return true;
  }

  /**
   * Whether the initial view shows exactly this box.
   *
   * @param {number[]} box
   */
  isFitted(box) {
    const target = !this.#isGlobe() && this.#camera(box, FIRST_VIEW_MAX_ZOOM);
    return Boolean(target) && this.#isAt(target.center, target.zoom);
  }

  /** @param {number[]} box @param {number} maxZoom */
  #camera(box, maxZoom) {
    const { size, insets, covered } = this.#space();
    const wanted = positionAround(box, { size, insets, maxZoom });
    const position = wanted && heldInWorld(wanted, size, covered);
    return position && { zoom: position.zoom, center: [position.lon, position.lat] };
  }

  /**
   * Shows as much of a globe as is visible at once, nearly upright.
   *
   * @returns {boolean} true: the map moves
   */
  showGlobe(lon, lat, options = {}) {
    const { size, insets: { top, right, bottom, left } } = this.#space();
    const middle = Math.max(-35, Math.min(35, lat));
    const room = Math.min(size.width - left - right, size.height - top - bottom);
    this.#map.easeTo({ center: [lon, middle], duration: FLIGHT_MS, ...options, zoom: wholeGlobeZoom(middle, room) });
    return true;
  }
}

/** The part of a padding that the map does not have already. */
function without(had, padding) {
  return Object.fromEntries(Object.entries(padding).map(([side, pixels]) => [side, pixels - had[side]]));
}
