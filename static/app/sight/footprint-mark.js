/**
 * Draws the ground in the picture of the open photo on the map, with a line from the photo to the middle of the picture.
 * @module
 */

import { nearestCopy, spotOf } from "../core/viewport.js";
import { footprintOf } from "./footprint.js";

const SVG = "http://www.w3.org/2000/svg";
/** It is shown at the level of streets, and farther away if it is this large. */
const STREETS_ZOOM = 15;
const LARGE_PX = 48;

export class FootprintMark {
  #mapView;
  #element = part("svg", "footprint");
  #casing = part("polygon", "footprint-casing");
  #ground = part("polygon", "footprint-ground");
  #line = part("line", "footprint-line");
  /** @type {import("./footprint.js").Footprint | null} */
  #footprint = null;
  /** @type {import("../map/map-address.js").Spot | null} */
  #camera = null;

  /** @param {import("../map/map-view.js").MapCanvas} mapView @param {import("../core/store.js").Store} store */
  constructor(mapView, store) {
    this.#mapView = mapView;
    this.#element.setAttribute("aria-hidden", "true");
    this.#element.append(this.#casing, this.#ground, this.#line);
    mapView.layer.append(this.#element);
    mapView.onMove(this.#place);
    store.watch((state) => state.photo?.feature ?? null, (photo) => {
      this.#footprint = footprintOf(photo);
      this.#camera = photo && this.#footprint ? spotOf(photo) : null;
      this.#place();
    });
  }

  #place = () => {
    const points = this.#footprint && this.#camera ? this.#points(this.#footprint, this.#camera) : null;
    this.#element.toggleAttribute("hidden", !points);
    // The cone has the same width at each zoom, which would contradict the ground beside it.
    this.#mapView.layer.classList.toggle("has-footprint", points !== null);
    if (!points) return;
    const outline = points.corners.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    for (const polygon of [this.#casing, this.#ground]) polygon.setAttribute("points", outline);
    for (const [name, value] of Object.entries({ x1: points.camera.x, y1: points.camera.y, x2: points.middle.x, y2: points.middle.y })) this.#line.setAttribute(name, value.toFixed(1));
  };

  /**
   * @param {import("./footprint.js").Footprint} footprint
   * @param {import("../map/map-address.js").Spot} camera
   * @returns the points on the screen; null while they are hidden, or too near each other to be seen
   */
  #points({ corners, middle }, camera) {
    const meridian = nearestCopy(camera.lon, this.#mapView.middle().lon);
    const onScreen = (/** @type {import("../map/map-address.js").Spot} */ { lon, lat }) => this.#mapView.project(nearestCopy(lon, meridian), lat);
    const points = { corners: corners.map(onScreen), middle: onScreen(middle), camera: onScreen(camera) };
    if (points.camera.isHidden && points.corners.every(({ isHidden }) => isHidden)) return null;
    return this.#mapView.zoom() >= STREETS_ZOOM || extentOf(points.corners) >= LARGE_PX ? points : null;
  }
}

/** @param {{x: number, y: number}[]} points @returns {number} the longer side of the box around them */
function extentOf(points) {
  const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return Math.max(Math.max(...across) - Math.min(...across), Math.max(...down) - Math.min(...down));
}

/** @param {"svg" | "polygon" | "line"} name @param {string} className */
function part(name, className) {
  const element = document.createElementNS(SVG, name);
  element.setAttribute("class", className);
  return element;
}
