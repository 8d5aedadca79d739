/**
 * Marks on the map other than pins: the open photo and its direction, the clicked spot with lines to the photos near
 * it, and the photo under the pointer in a list.
 * @module
 */

import { h } from "../ui/dom.js";
import { clipLine } from "./clip.js";
import { nearestCopy, spotOf } from "../core/viewport.js";

const SVG = "http://www.w3.org/2000/svg";
/** Marks up to this far outside the window are drawn, because they may be partly visible. */
const REACH = 80;
/** The length of a dash and the gap after it, as in the style sheet. */
const DASH = 6;
/** The angle of a photo of which only the direction is known, in degrees: that of a phone. */
const USUAL_WIDTH = 64;

export class Marks {
  #mapView;
  #lines = document.createElementNS(SVG, "svg");
  #holder = h("div", { class: "marks", "aria-hidden": "true" });
  #marks;
  /** @type {{line: SVGLineElement, lon: number, lat: number, id: number}[]} */
  #rays = [];

  /**
   * @param {import("./map-view.js").MapCanvas} mapView
   */
  constructor(mapView) {
    this.#mapView = mapView;
    this.#lines.setAttribute("class", "spot-lines");
    this.#lines.setAttribute("aria-hidden", "true");
    this.#mapView.layer.append(this.#lines, this.#holder);
    this.#marks = {
      photo: this.#mark("mark mark-photo", h("span", { class: "mark-cone" }), h("span", { class: "mark-dot" })),
      spot: this.#mark("mark mark-spot"),
      pointed: this.#mark("mark mark-pointed"),
    };
  }

  #mark(className, ...children) {
    const element = h("div", { class: className, hidden: true }, ...children);
    this.#holder.append(element);
    return { element, at: null };
  }

  /** @param {"photo" | "spot" | "pointed"} name @param {{lat: number, lon: number} | null} at */
  #put(name, at) {
    this.#marks[name].at = at;
    this.#marks[name].element.hidden = !at;
  }

  place() {
    for (const { element, at } of Object.values(this.#marks)) {
      if (!at) continue;
      const { x, y, isHidden } = this.#screen(at.lon, at.lat, this.#mapView.middle().lon);
      const isAway = isHidden || !isIn(this.#room(), x, y);
      element.classList.toggle("is-away", isAway);
      if (!isAway) element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    }
    this.#placeLines();
  }

  #placeLines() {
    const { at } = this.#marks.spot;
    if (!at || !this.#rays.length) return;
    const from = this.#screen(at.lon, at.lat, this.#mapView.middle().lon);
    const meridian = nearestCopy(at.lon, this.#mapView.middle().lon);
    for (const { line, lon, lat } of this.#rays) {
      const to = this.#screen(lon, lat, meridian);
      const part = from.isHidden || to.isHidden ? null : clipLine(from, to, this.#room());
      line.classList.toggle("is-away", part === null);
      if (!part) continue;
      for (const name of ["x1", "y1", "x2", "y2"]) line.setAttribute(name, part[name].toFixed(1));
      // Keeps the dashes at their positions on the map, wherever the line is clipped.
      line.setAttribute("stroke-dashoffset", (part.cut % DASH).toFixed(1));
    }
  }

  #room() {
    const { width, height } = this.#mapView.size();
    return { left: -REACH, top: -REACH, right: width + REACH, bottom: height + REACH };
  }

  #screen(lon, lat, middle) {
    return this.#mapView.project(nearestCopy(lon, middle), lat);
  }

  /** @param {import("../api/photos.js").Photo | null} feature the open photo */
  showPhoto(feature) {
    const { direction, fieldOfView } = feature?.properties ?? {};
    const cone = /** @type {HTMLElement} */ (this.#marks.photo.element.querySelector(".mark-cone"));
    cone.hidden = !Number.isFinite(direction);
    cone.style.transform = `rotate(${direction ?? 0}deg)`;
    cone.style.setProperty("--width", `${fieldOfView ?? USUAL_WIDTH}deg`);
    this.#put("photo", feature && spotOf(feature));
    this.place();
  }

  /**
   * @param {{lat: number, lon: number} | null} spot
   * @param {import("../api/photos.js").Photo[]} photos the photos near it
   */
  showSpot(spot, photos) {
    this.#put("spot", spot);
    this.#rays = spot ? photos.map((photo) => ray(photo)) : [];
    this.#lines.replaceChildren(...this.#rays.map(({ line }) => line));
    this.place();
  }

  /** @param {import("../api/photos.js").Photo | null} feature */
  point(feature) {
    this.#put("pointed", feature && spotOf(feature));
    for (const { line, id } of this.#rays) line.classList.toggle("is-pointed", id === feature?.id);
    this.place();
  }
}

function isIn({ left, top, right, bottom }, x, y) {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** @param {import("../api/photos.js").Photo} photo */
function ray(photo) {
  const line = document.createElementNS(SVG, "line");
  return { line, id: photo.id, ...spotOf(photo) };
}
