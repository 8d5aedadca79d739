/**
 * The current view: the positions of places on the screen, and the visible part of the world. Computed once per frame,
 * for a flat map, a globe, and a map that is tilted over terrain.
 * @module
 */

import { cameraOver, onScreen, viewUnder } from "../core/mercator.js";
import { boxOfGlobe, globeUnder, onGlobe } from "./globe.js";

/** A pin may be this far outside the box around a tilted view, as a share of the box. */
const BEYOND = 0.1;

export class Seen {
  #map;
  #size;
  #box = null;
  camera;
  /** @type {import("./globe.js").Globe | null} null while the map is flat */
  globe = null;

  /**
   * @param {any} map MapLibre's map
   * @param {() => {width: number, height: number}} size
   */
  constructor(map, size) {
    this.#map = map;
    this.#size = size;
    this.update();
    for (const type of ["move", "resize", "projectiontransition", "terrain", "idle"]) map.on(type, () => this.update());
  }

  update() {
    const { lat, lng } = this.#map.getCenter();
    this.camera = cameraOver({ lat, lon: lng, zoom: this.#map.getZoom() }, this.#size());
    this.globe = this.#map.transform.isGlobeRendering ? this.#globeSeen(lat, lng) : null;
    this.#box = !this.globe && this.isTilted ? this.#boxSeen() : null;
  }

  /** Whether the map is tilted, rotated or has terrain. Then MapLibre's own projection is used. */
  get isTilted() {
    return Boolean(this.#map.getTerrain()) || this.#map.getPitch() > 0 || this.#map.getBearing() !== 0;
  }

  #globeSeen(lat, lon) {
    const { top, right, bottom, left } = this.#map.getPadding();
    const { width, height } = this.#size();
    const middle = { x: (width + left - right) / 2, y: (height + top - bottom) / 2 };
    return globeUnder({ lat, lon, zoom: this.#map.getZoom(), width, height, fieldOfView: this.#map.getVerticalFieldOfView(), middle });
  }

  #boxSeen() {
    const bounds = this.#map.getBounds();
    return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
  }

  /** @type {(lon: number, lat: number) => {x: number, y: number, isHidden: boolean}} hidden behind the globe, or outside the view */
  project(lon, lat) {
    if (this.globe) return onGlobe(this.globe, lon, lat);
    if (!this.#box) return { ...onScreen(this.camera, lon, lat), isHidden: false };
    const { x, y } = this.#map.project([lon, lat]);
    return { x, y, isHidden: !isAbout(this.#box, lon, lat) };
  }

  /** @returns {import("../core/viewport.js").View} */
  view() {
    const { zoom } = this.camera;
    if (this.globe) return { ...boxOfGlobe(this.globe), zoom, globe: this.globe };
    return this.#box ? { ...this.#box, zoom } : viewUnder(this.camera);
  }
}

function isAbout({ west, south, east, north }, lon, lat) {
  const [wide, high] = [(east - west) * BEYOND, (north - south) * BEYOND];
  return lon >= west - wide && lon <= east + wide && lat >= south - high && lat <= north + high;
}
