/**
 * Marks over the map that are no pins: the open photo and where it faces, the spot that was clicked
 * with lines to what is near it, and the photo that is pointed at in a list.
 * @module
 */

import { h } from "../ui/dom.js";
import { clipLine } from "./clip.js";
import { nearestCopy, spotOf } from "../core/viewport.js";

const SVG = "http://www.w3.org/2000/svg";
/** How far outside the window a mark can reach into it. */
const REACH = 80;
/** The length of a dash and the gap after it, as the style sheet has them. */
const DASH = 6;

/**
 * @param {import("./map-view.js").MapViewControl} mapView
 */
export function createMarks(mapView) {
  const lines = document.createElementNS(SVG, "svg");
  lines.setAttribute("class", "spot-lines");
  lines.setAttribute("aria-hidden", "true");
  const holder = h("div", { class: "marks", "aria-hidden": "true" });
  mapView.layer.append(lines, holder);
  const marks = {
    photo: mark("mark mark-photo", h("span", { class: "mark-cone" }), h("span", { class: "mark-dot" })),
    spot: mark("mark mark-spot"),
    pointed: mark("mark mark-pointed"),
  };
  /** @type {{line: SVGLineElement, lon: number, lat: number, id: number}[]} */
  let rays = [];

  function mark(className, ...children) {
    const element = h("div", { class: className, hidden: true }, ...children);
    holder.append(element);
    return { element, at: null };
  }

  /** @param {"photo" | "spot" | "pointed"} name @param {{lat: number, lon: number} | null} at */
  function put(name, at) {
    marks[name].at = at;
    marks[name].element.hidden = !at;
  }

  function place() {
    for (const { element, at } of Object.values(marks)) {
      if (!at) continue;
      const { x, y, isHidden } = screen(at.lon, at.lat, mapView.middle().lon);
      const isAway = isHidden || !isIn(room(), x, y);
      element.classList.toggle("is-away", isAway);
      if (!isAway) element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    }
    placeLines();
  }

  function placeLines() {
    const { at } = marks.spot;
    if (!at || !rays.length) return;
    const from = screen(at.lon, at.lat, mapView.middle().lon);
    const meridian = nearestCopy(at.lon, mapView.middle().lon);
    for (const { line, lon, lat } of rays) {
      const to = screen(lon, lat, meridian);
      const part = from.isHidden || to.isHidden ? null : clipLine(from, to, room());
      line.classList.toggle("is-away", part === null);
      if (!part) continue;
      for (const name of ["x1", "y1", "x2", "y2"]) line.setAttribute(name, part[name].toFixed(1));
      // The dashes stay where they are on the map, wherever the line is cut.
      line.setAttribute("stroke-dashoffset", (part.cut % DASH).toFixed(1));
    }
  }

  function room() {
    const { width, height } = mapView.size();
    return { left: -REACH, top: -REACH, right: width + REACH, bottom: height + REACH };
  }

  function screen(lon, lat, middle) {
    return mapView.project(nearestCopy(lon, middle), lat);
  }

  return {
    place,

    /** @param {any | null} feature the open photo */
    showPhoto(feature) {
      const direction = feature?.properties.direction;
      const cone = marks.photo.element.querySelector(".mark-cone");
      cone.hidden = !Number.isFinite(direction);
      cone.style.transform = `rotate(${direction ?? 0}deg)`;
      put("photo", feature && spotOf(feature));
      place();
    },

    /**
     * @param {{lat: number, lon: number} | null} spot
     * @param {any[]} photos what is near it
     */
    showSpot(spot, photos) {
      put("spot", spot);
      rays = spot ? photos.map((photo) => ray(photo)) : [];
      lines.replaceChildren(...rays.map(({ line }) => line));
      place();
    },

    /** @param {any | null} feature */
    point(feature) {
      put("pointed", feature && spotOf(feature));
      for (const { line, id } of rays) line.classList.toggle("is-pointed", id === feature?.id);
      place();
    },
  };
}

function isIn({ left, top, right, bottom }, x, y) {
  return x >= left && x <= right && y >= top && y <= bottom;
}

function ray(photo) {
  const line = document.createElementNS(SVG, "line");
  return { line, id: photo.id, ...spotOf(photo) };
}
