/**
 * Members on the map: where the middle of their maps is, about how much they see, and what they point at.
 * @module
 */

import { nearestCopy } from "../core/viewport.js";
import { h, setText } from "../ui/dom.js";
import { colourOf, inkOn } from "./room-state.js";

/** How long a place that is pointed at is marked. */
const POINT_MS = 6000;
/** Smaller frames would hide the map, larger ones are around it. */
const SMALLEST_FRAME = 28;

/** With more members, only dots are drawn. */
const CROWD = 12;

/**
 * @typedef {import("../map/map-address.js").Spot} Spot
 * @typedef {{cursor: HTMLElement, frame: HTMLElement, label: HTMLElement, view: import("../api/rooms.js").RoomView, member: import("../api/rooms.js").Member | null}} Mark
 */

/** @param {import("../map/map-view.js").MapCanvas} mapView */
export function createMembersLayer(mapView) {
  const layer = h("div", { class: "room-layer", "aria-hidden": "true" });
  mapView.layer.append(layer);
  /** @type {Map<number, Mark>} */
  const marks = new Map();
  /** @type {Set<{element: HTMLElement, spot: Spot}>} */
  const points = new Set();

  /** @param {HTMLElement} element @param {Spot} spot @returns {boolean} whether it is in view */
  function put(element, { lat, lon }) {
    const { x, y, isHidden } = mapView.project(nearestCopy(lon, mapView.middle().lon), lat);
    const { width, height } = mapView.size();
    element.hidden = isHidden || x < -20 || y < -20 || x > width + 20 || y > height + 20;
    element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    return !element.hidden;
  }

  /** @param {Mark} mark */
  function placeMark({ cursor, frame, view }) {
    const { width, height } = mapView.size();
    const isSeen = put(cursor, { lat: view.latitude, lon: view.longitude });
    // Their windows may have other sizes, so a frame says about how much they see.
    const scale = 2 ** (mapView.zoom() - view.zoom);
    frame.hidden = !isSeen || scale >= 1 || Math.min(width, height) * scale < SMALLEST_FRAME;
    frame.style.width = `${Math.round(width * scale)}px`;
    frame.style.height = `${Math.round(height * scale)}px`;
  }

  function place() {
    marks.forEach(placeMark);
    for (const { element, spot } of points) put(element, spot);
  }

  /** In a large room many move at once, so only those who have changed are drawn. @param {import("../api/rooms.js").Member} one */
  function mark(one) {
    const { member, view, name, colour, away } = one;
    let known = marks.get(member);
    if (!view || known?.member === one) return;
    if (!known) {
      const [label, frame] = [h("bdi", { class: "room-label" }), h("div", { class: "room-frame" })];
      known = { cursor: h("div", { class: "room-cursor" }, frame, h("span", { class: "room-dot" }), label), frame, label, view, member: null };
      marks.set(member, known);
      layer.append(known.cursor);
    }
    [known.view, known.member] = [view, one];
    paint(known.cursor, colour);
    known.cursor.classList.toggle("is-away", Boolean(away));
    setText(known.label, name);
    placeMark(known);
  }

  return {
    place,

    /** @param {import("../api/rooms.js").Member[]} members all others */
    show(members) {
      const shown = new Set(members.flatMap(({ member, view }) => (view ? [member] : [])));
      for (const [number, { cursor }] of marks) {
        if (shown.has(number)) continue;
        cursor.remove();
        marks.delete(number);
      }
      members.forEach(mark);
      layer.classList.toggle("is-crowded", marks.size > CROWD);
    },

    /** @param {Spot} spot @param {{name: string, colour: string}} member who points there */
    point(spot, { name, colour }) {
      const element = h("div", { class: "room-point" }, h("span", { class: "room-ripple" }), h("bdi", { class: "room-label" }, name));
      paint(element, colour);
      const one = { element, spot };
      points.add(one);
      layer.append(element);
      place();
      setTimeout(() => {
        points.delete(one);
        element.remove();
      }, POINT_MS);
    },

    clear() {
      marks.clear();
      points.clear();
      layer.replaceChildren();
    },
  };
}

/** @param {HTMLElement} element @param {string} colour of a member */
export function paint(element, colour) {
  element.style.setProperty("--member", colourOf(colour));
  element.style.setProperty("--ink", inkOn(colourOf(colour)));
}
