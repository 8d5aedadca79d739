/**
 * Marks a doubted position on the map: a dot where the photo is, a hollow mark where it is suggested, and a line between.
 * @module
 */

import { nearestCopy } from "../core/viewport.js";
import { clipLine } from "../map/clip.js";

const SVG = "http://www.w3.org/2000/svg";
/** The line is drawn up to this far outside the window, because it may be partly visible. */
const REACH = 80;
/** The length of a dash and the gap after it, as in the style sheet. */
const DASH = 10;

export class DoubtMarks {
  #mapView;
  #element = part("svg", "doubt-marks");
  #line = part("line", "doubt-line");
  #dot = part("circle", "doubt-dot");
  #hollow = part("circle", "doubt-hollow");
  /** @type {import("../api/doubts.js").Doubt | null} */
  #doubt = null;

  /** @param {import("../map/map-view.js").MapCanvas} mapView */
  constructor(mapView) {
    this.#mapView = mapView;
    this.#element.setAttribute("aria-hidden", "true");
    this.#dot.setAttribute("r", "5");
    this.#hollow.setAttribute("r", "8");
    this.#element.append(this.#line, this.#dot, this.#hollow);
    mapView.layer.append(this.#element);
    mapView.onMove(this.#place);
  }

  /** @param {import("../api/doubts.js").Doubt | null} doubt */
  show(doubt) {
    this.#doubt = doubt;
    this.#place();
  }

  #place = () => {
    this.#element.toggleAttribute("hidden", !this.#doubt);
    if (!this.#doubt) return;
    const { longitude, latitude, suggestion } = this.#doubt;
    const { width, height } = this.#mapView.size();
    const room = { left: -REACH, top: -REACH, right: width + REACH, bottom: height + REACH };
    const meridian = nearestCopy(longitude, this.#mapView.middle().lon);
    const from = this.#mapView.project(meridian, latitude);
    put(this.#dot, from);
    const to = suggestion ? this.#mapView.project(nearestCopy(suggestion[0], meridian), suggestion[1]) : null;
    put(this.#hollow, to);
    const line = to && !from.isHidden && !to.isHidden ? clipLine(from, to, room) : null;
    this.#line.toggleAttribute("hidden", !line);
    if (!line) return;
    for (const name of ["x1", "y1", "x2", "y2"]) this.#line.setAttribute(name, line[name].toFixed(1));
    this.#line.setAttribute("stroke-dashoffset", (line.cut % DASH).toFixed(1));
  };
}

/** @param {"svg" | "line" | "circle"} name @param {string} className */
function part(name, className) {
  const element = document.createElementNS(SVG, name);
  element.setAttribute("class", className);
  return element;
}

/** @param {SVGElement} mark @param {{x: number, y: number, isHidden: boolean} | null} at */
function put(mark, at) {
  mark.toggleAttribute("hidden", !at || at.isHidden);
  if (!at) return;
  mark.setAttribute("cx", at.x.toFixed(1));
  mark.setAttribute("cy", at.y.toFixed(1));
}
