/**
 * The photo that is being moved, as a pin at its old place that can be dragged at once. The map may show that photo
 * only within a cluster.
 * @module
 */

import { nearestCopy } from "../core/viewport.js";
import { h } from "../ui/dom.js";
import { pictures } from "./load.js";
import { commonSpot } from "./placing-state.js";

/** In a view of the world, places far from the equator cannot be in its middle. */
const LEAST_ZOOM = 5;

/**
 * @param {object} options
 * @param {import("../map/map-view.js").MapCanvas} options.mapView
 * @param {import("../api.js").Api} options.api
 * @param {(event: PointerEvent, tip: {x: number, y: number}) => void} options.onPress with the position of the photo on the screen
 */
export function createOldPlace({ mapView, api, onPress }) {
  /** @type {import("../map/map-address.js").Spot | null} */
  let spot = null;
  /**
   * The view that was left for that place.
   *
   * @type {import("../map/map-address.js").MapView | null}
   */
  let left = null;
  let tip = { x: 0, y: 0 };
  // A click on it is none on the map below.
  const element = h("button", { type: "button", class: "placing-pin", tabindex: "-1", "aria-hidden": "true", hidden: true });
  mapView.layer.append(element);
  mapView.onMove(place);
  // The map must not be dragged with it.
  for (const type of ["mousedown", "touchstart"]) element.addEventListener(type, (event) => event.stopPropagation(), { passive: true });
  element.addEventListener("pointerdown", (event) => {
    const { left, top } = mapView.layer.getBoundingClientRect();
    if (event.isPrimary && event.button === 0) onPress(event, { x: left + tip.x, y: top + tip.y });
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());

  function place() {
    if (!spot) return;
    const { x, y, isHidden } = mapView.project(nearestCopy(spot.lon, mapView.middle().lon), spot.lat);
    element.hidden = isHidden;
    tip = { x, y };
    element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  return {
    /**
     * Shows the place of the photos.
     *
     * @param {import("../api/photos.js").Photo[]} photos @param {boolean} isMiddle whether it has to be in the middle of the map
     */
    open(photos, isMiddle) {
      spot = commonSpot(photos);
      element.hidden = !spot;
      element.replaceChildren(...(spot ? [pictures(photos, api)] : []));
      if (spot && isMiddle) {
        left = mapView.position();
        mapView.jumpTo({ ...spot, zoom: Math.max(LEAST_ZOOM, left.zoom) });
      } else if (spot) {
        mapView.reveal(spot);
      }
      place();
    },

    /** Returns to the view from before. */
    close() {
      [spot, element.hidden] = [null, true];
      if (left) mapView.jumpTo(left);
      left = null;
    },

    /** Keeps the view, because the photos are at another place now. */
    stay() {
      left = null;
    },

    /** @param {boolean} isLifted whether the photos are being dragged from there */
    lift(isLifted) {
      element.classList.toggle("is-lifted", isLifted);
    },
  };
}
