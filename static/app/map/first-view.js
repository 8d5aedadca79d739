/**
 * Projects the first pins until the map is loaded: to the same pixels as the map, without drawing one.
 * @module
 */

import { FIRST_VIEW_MAX_ZOOM, positionAround } from "./fit.js";
import { cameraOver, heldInWorld, onScreen, viewUnder } from "../core/mercator.js";

/**
 * @typedef {import("./pin-layer.js").Projection & {position: import("./map-address.js").MapView, view: import("../core/viewport.js").View}} FirstView
 *
 * @param {object} options
 * @param {HTMLElement} options.container
 * @param {import("./map-address.js").MapView | null} options.at
 * @param {number[] | null} options.around a box to show if no view is given
 * @param {import("./fit.js").Covered} options.insets how much of each side panels cover
 * @returns {FirstView | null} null if neither a view nor a box is known
 */
export function firstView({ container, at, around, insets }) {
  const size = { width: container.clientWidth, height: container.clientHeight };
  const wanted = at ?? (around && positionAround(around, { size, insets, maxZoom: FIRST_VIEW_MAX_ZOOM }));
  if (!wanted || size.height === 0) return null;
  const position = heldInWorld(wanted, size);
  const camera = cameraOver(position, size);
  return {
    position,
    view: viewUnder(camera),
    layer: container,
    project: (lon, lat) => ({ ...onScreen(camera, lon, lat), isHidden: false }),
    size: () => size,
    zoom: () => position.zoom,
    middle: () => position,
    isBare: true,
    reveal: () => {},
    focus: () => {},
  };
}
