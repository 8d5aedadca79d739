/**
 * The map itself: MapLibre behind the few words that the rest of the page needs.
 * @module
 */

import { isNarrow } from "../ui/dom.js";
import { mapLatitude, nearestCopy, normalLongitude } from "./viewport.js";

const TILE = 512;
const MAX_ZOOM = 20;
const FIRST_VIEW_MAX_ZOOM = 12;
const WORLDWIDE = 300;
const WORLD_MIDDLE = 11;
const FLIGHT_MS = 650;
const DOUBLE_CLICK_MS = 230;
/** Pins stand above their place by this much at most. */
const PIN_HEIGHT = 84;

/**
 * @typedef {import("../route.js").MapView} MapView
 * @typedef {import("../route.js").Spot} Spot
 * @typedef {{top: number, right: number, bottom: number, left: number}} Insets
 */

/**
 * @param {object} options
 * @param {HTMLElement} options.container
 * @param {any} options.style
 * @param {MapView | null} options.at
 * @param {number[] | null} options.around a box to show when no view is given
 * @param {() => Insets} options.insets how much of each side the page's own parts cover
 */
export function createMapView({ container, style, at, around, insets }) {
  const { maplibregl } = /** @type {any} */ (globalThis);
  const map = new maplibregl.Map({
    container,
    style,
    center: at ? [at.lon, at.lat] : [10, 25],
    zoom: at ? at.zoom : 1,
    maxZoom: MAX_ZOOM,
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
    fadeDuration: 150,
    locale: { "Map.Title": "Map of your photos" },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new maplibregl.ScaleControl({ maxWidth: 96 }), "bottom-left");
  if (!at && around) fit(around, { duration: 0, maxZoom: FIRST_VIEW_MAX_ZOOM });

  function fit([west, south, east, north], options = {}) {
    const bounds = [[west, mapLatitude(south)], [east < west ? east + 360 : east, mapLatitude(north)]];
    const padding = paddingFor(insets());
    const camera = map.cameraForBounds(bounds, { padding, maxZoom: options.maxZoom ?? MAX_ZOOM });
    if (!camera) return;
    let { zoom, center } = camera;
    if (bounds[1][0] - bounds[0][0] > WORLDWIDE) {
      // Seen whole, the world is best cut where there is least: in the Pacific, east of Asia's last cape.
      center = [WORLD_MIDDLE, center.lat];
      const full = Math.log2(container.clientWidth / TILE);
      const height = mercatorHeight(south, north) * TILE * 2 ** full;
      if (zoom < full && height + padding.top + padding.bottom <= container.clientHeight) zoom = full;
    }
    map.easeTo({ center, duration: FLIGHT_MS, ...options, zoom: Math.max(zoom, options.minZoom ?? 0) });
  }

  function paddingFor({ top, right, bottom, left }) {
    const air = Math.min(72, container.clientWidth * 0.1);
    return { top: top + PIN_HEIGHT, right: right + air, bottom: bottom + air * 0.7, left: left + air };
  }

  function view() {
    const bounds = map.getBounds();
    return { west: bounds.getWest(), east: bounds.getEast(), south: bounds.getSouth(), north: bounds.getNorth(), zoom: map.getZoom() };
  }

  function nearest(lon) {
    return nearestCopy(lon, map.getCenter().lng);
  }

  return {
    /** The element that holds the canvas, moves with nothing, and hears the map's gestures. */
    layer: /** @type {HTMLElement} */ (map.getCanvasContainer()),

    /** @param {(settled: boolean) => void} listener */
    onMove(listener) {
      map.on("move", () => listener(false));
      map.on("moveend", () => listener(true));
      map.on("resize", () => listener(true));
    },

    /** @param {(spot: Spot) => void} listener hears single clicks that hit no pin */
    onClick(listener) {
      let pending = 0;
      map.on("click", (event) => {
        clearTimeout(pending);
        if (event.originalEvent.detail > 1 || event.originalEvent.target?.closest?.("button, a")) return;
        // The first click of two zooms in together with the second.
        const spot = { lat: event.lngLat.lat, lon: normalLongitude(event.lngLat.lng) };
        pending = setTimeout(() => listener(spot), DOUBLE_CLICK_MS);
      });
    },

    /** @param {() => void} listener called once, when the first frame is drawn */
    onReady(listener) {
      map.once("render", listener);
    },

    /** @returns {import("./viewport.js").View} */
    view,

    /** @returns {MapView} */
    position() {
      const centre = map.getCenter();
      return { zoom: map.getZoom(), lat: centre.lat, lon: normalLongitude(centre.lng) };
    },

    /** @returns {number} the meridian in the middle, on whichever copy of the world that is */
    middleMeridian: () => map.getCenter().lng,

    /** @param {number} lon @param {number} lat @returns {{x: number, y: number}} */
    project: (lon, lat) => map.project([lon, mapLatitude(lat)]),

    /** @returns {{width: number, height: number}} */
    size: () => ({ width: container.clientWidth, height: container.clientHeight }),

    /** @param {MapView} target */
    jumpTo: ({ zoom, lat, lon }) => map.jumpTo({ center: [lon, mapLatitude(lat)], zoom }),

    /** @param {Spot} spot @param {number} zoom */
    flyTo: ({ lat, lon }, zoom) => map.flyTo({ center: [lon, mapLatitude(lat)], zoom, speed: 1.6, maxDuration: 1800 }),

    fit,

    /** @param {number} direction +1 nearer, -1 farther */
    zoomBy: (direction) => (direction > 0 ? map.zoomIn() : map.zoomOut()),

    /** The extent of a box on the screen once zoomed in as far as it goes, in pixels. @param {number[]} box */
    largestExtent([west, south, east, north]) {
      const size = TILE * 2 ** MAX_ZOOM;
      const width = ((east < west ? east + 360 - west : east - west) / 360) * size;
      const height = mercatorHeight(south, north) * size;
      return Math.max(width, height);
    },

    /** @returns {boolean} */
    isNearest: () => map.getZoom() >= MAX_ZOOM - 0.01,

    /** Moves just so far that a place is not hidden behind the page's own parts. @param {Spot} spot */
    reveal({ lat, lon }) {
      const { x, y } = map.project([nearest(lon), mapLatitude(lat)]);
      const { top, right, bottom, left } = insets();
      const edge = isNarrow() ? 40 : 72;
      const by = [
        overshoot(x, left + edge, container.clientWidth - right - edge),
        overshoot(y, top + PIN_HEIGHT, container.clientHeight - bottom - edge / 2),
      ];
      if (by[0] || by[1]) map.panBy(by, { duration: 350 });
    },

    /** @param {any} next */
    setStyle: (next) => map.setStyle(next, { diff: true }),

    /** Asks anew for the tiles that did not come. */
    reloadTiles() {
      for (const id of Object.keys(map.getStyle()?.sources ?? {})) {
        const source = map.getSource(id);
        source?.setTiles?.(source.tiles);
      }
    },

    focus: () => map.getCanvas().focus({ preventScroll: true }),
  };
}

/** @typedef {ReturnType<typeof createMapView>} MapViewControl */

/** @returns {boolean} whether this browser can draw the map */
export function canDrawMaps() {
  if (!(/** @type {any} */ (globalThis).maplibregl)) return false;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2") ?? canvas.getContext("webgl");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

/** As a share of the world's. */
function mercatorHeight(south, north) {
  return mercatorRow(south) - mercatorRow(north);
}

function mercatorRow(lat) {
  const sine = Math.sin((mapLatitude(lat) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

function overshoot(value, low, high) {
  if (high <= low) return value - (low + high) / 2;
  if (value < low) return value - low;
  return value > high ? value - high : 0;
}
