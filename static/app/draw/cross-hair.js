/**
 * A cross-hair over the map that the arrow keys move.
 * @module
 */

import { nearestCopy } from "../core/viewport.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** @typedef {import("../map/map-address.js").Spot} Spot */

/** An arrow key moves it by as many pixels; with Shift by the larger number. */
const STEP_PX = 8;
const LARGE_STEP_PX = 40;
/** Nearer to the edge of the map, the map moves instead. */
const MARGIN_PX = 40;
const GROWTH = 1.15;
/** The radius that a circle starts with. */
const FIRST_RADIUS_PX = 24;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FACTORS = { "+": GROWTH, "=": GROWTH, "-": 1 / GROWTH, "−": 1 / GROWTH };

/**
 * @param {HTMLElement} surface has the focus
 * @param {import("../map/map-view.js").MapCanvas} mapView
 * @param {{onMove: () => void, onEnter: () => void, onBack: () => void, onResize: (factor: number) => void}} listeners
 */
export function createCrossHair(surface, mapView, { onMove, onEnter, onBack, onResize }) {
  const element = h("div", { class: "placing-cross", "aria-hidden": "true", hidden: true }, icon("plus"));
  /** @type {{x: number, y: number} | null} in pixels of the map; null while the keyboard does not draw */
  let at = null;
  surface.append(element);

  /** @param {{x: number, y: number} | null} next */
  function put(next) {
    at = next;
    element.hidden = !at;
    if (at) element.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`;
    onMove();
  }

  function middle() {
    const { lon, lat } = mapView.middle();
    return mapView.project(lon, lat);
  }

  /** @param {number[]} direction @param {number} step */
  function move([across, down], step) {
    const { x, y } = at ?? middle();
    const { width, height } = mapView.size();
    const [nextX, nextY] = [x + across * step, y + down * step];
    const isAtEdge = nextX < MARGIN_PX || nextY < MARGIN_PX || nextX > width - MARGIN_PX || nextY > height - MARGIN_PX;
    if (isAtEdge) mapView.panBy([across * step, down * step]);
    put(isAtEdge ? { x, y } : { x: nextX, y: nextY });
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const { key, shiftKey } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (ARROWS[key]) move(ARROWS[key], shiftKey ? LARGE_STEP_PX : STEP_PX);
    else if (key === "Enter") {
      put(at ?? middle());
      onEnter();
    } else if (key === "Backspace") onBack();
    else if (FACTORS[key]) onResize(FACTORS[key]);
    else return;
    // The map would move or zoom too.
    event.stopPropagation();
    event.preventDefault();
  }
  surface.addEventListener("keydown", press);

  return {
    hide: () => put(null),

    /** @returns {Spot | null} under it */
    spot() {
      const { left, top } = mapView.layer.getBoundingClientRect();
      return at && mapView.spotAt({ clientX: left + at.x, clientY: top + at.y });
    },

    /** Moves it away from a centre, or towards it. @param {Spot} centre @param {number} factor */
    scale({ lon, lat }, factor) {
      const from = mapView.project(nearestCopy(lon, mapView.middle().lon), lat);
      const [dx, dy] = at ? [at.x - from.x, at.y - from.y] : [0, 0];
      const isNew = Math.hypot(dx, dy) < 2;
      put(isNew ? { x: from.x + FIRST_RADIUS_PX, y: from.y } : { x: from.x + dx * factor, y: from.y + dy * factor });
    },
  };
}
