/**
 * The drawn area on the map: its surface, and the outlines of its shapes.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { nearestCopy } from "../core/viewport.js";
import { h } from "../ui/dom.js";
import { bandsOf, unwound } from "./corridors.js";
import { shapesIn } from "./shapes.js";

const SVG = "http://www.w3.org/2000/svg";
/** Edges are straight between longitude and latitude. On the map, those of more degrees than this are curves. */
const STRAIGHT = 1;
const MOST_PARTS = 32;

/** @param {import("../features.js").Page} page */
export function createOutlines({ store, mapView }) {
  if (!mapView) return;
  // A mask of the SVG would do the same, but Chromium paints those of tall maps twice.
  const surface = h("canvas", { class: "drawn-surface", "aria-hidden": "true" });
  const svg = element("svg", { class: "drawn-shapes", role: "img", "aria-label": TEXTS.drawnArea });
  let frame = 0;

  function draw() {
    frame = 0;
    const shapes = shapesIn(store.state.filters.drawn) ?? [];
    if (!shapes.length) return [surface, svg].forEach((one) => one.remove());
    // Below the surface on which the reader draws.
    if (!svg.isConnected) for (const one of [surface, svg]) mapView.layer.insertBefore(one, mapView.layer.querySelector(".draw-surface"));
    const drawn = shapes.map((shape) => ({ isAdded: shape.isAdded, ...pathsOf(mapView, shape) })).filter(({ area }) => area);
    fill(surface, mapView.size(), drawn, !shapes[0].isAdded);
    svg.replaceChildren(...drawn.flatMap(({ isAdded, line }) => ["drawn-casing", "drawn-line"].map((name) => element("path", { d: line, class: isAdded ? name : `${name} is-subtracted` }))));
  }

  const schedule = () => void (frame ||= requestAnimationFrame(draw));
  mapView.onMove(schedule);
  store.watch((state) => state.theme, schedule);
  store.watch((state) => state.filters.drawn, schedule);
}

/**
 * Fills what is added, and clears what is subtracted.
 *
 * @param {HTMLCanvasElement} canvas @param {import("../core/mercator.js").Size} size
 * @param {{isAdded: boolean, area: string, rule: CanvasFillRule}[]} drawn @param {boolean} isWhole whether the drawing subtracts from the whole map
 */
function fill(canvas, { width, height }, drawn, isWhole) {
  const scale = devicePixelRatio;
  Object.assign(canvas, { width: width * scale, height: height * scale });
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(scale, scale);
  context.fillStyle = getComputedStyle(canvas).color;
  if (isWhole) context.fillRect(0, 0, width, height);
  for (const { isAdded, area, rule } of drawn) {
    context.globalCompositeOperation = isAdded ? "source-over" : "destination-out";
    context.fill(new Path2D(area), rule);
  }
}

/**
 * A polygon is drawn with its outline, a corridor with the lines in its middle.
 *
 * @param {import("../map/map-view.js").MapCanvas} mapView @param {import("./shapes.js").Shape} shape
 * @returns {{area: string, line: string, rule: CanvasFillRule}} paths
 */
function pathsOf(mapView, shape) {
  if ("ring" in shape) {
    const line = outline(mapView, shape.ring);
    return { area: line, line, rule: "evenodd" };
  }
  const area = bandsOf(shape).map((ring) => outline(mapView, ring)).join("");
  return { area, line: shape.lines.map((line) => outline(mapView, unwound(line), false)).join(""), rule: "nonzero" };
}

/**
 * @param {import("../map/map-view.js").MapCanvas} mapView @param {number[][]} corners @param {boolean} [isClosed]
 * @returns {string} the path on the screen; empty if a part of it is behind the globe
 */
export function outline(mapView, corners, isClosed = true) {
  const lons = corners.map(([lon]) => lon);
  const middle = (Math.min(...lons) + Math.max(...lons)) / 2;
  const shift = nearestCopy(middle, mapView.middle().lon) - middle;
  const last = corners.length - 1;
  const points = corners.flatMap((corner, index) => (index === last && !isClosed ? [corner] : along(corner, corners[(index + 1) % corners.length])))
    .map(([lon, lat]) => mapView.project(lon + shift, lat));
  return points.some(({ isHidden }) => isHidden) ? "" : `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}${isClosed ? "Z" : ""}`;
}

/** Points of an edge, without its end. */
function along(from, to) {
  const count = Math.min(MOST_PARTS, Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / STRAIGHT)));
  return Array.from({ length: count }, (_, part) => from.map((value, axis) => value + ((to[axis] - value) * part) / count));
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, any>} [attributes] @returns {SVGElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
