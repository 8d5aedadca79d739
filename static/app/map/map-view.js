/**
 * The map itself: MapLibre behind the few words that the rest of the page needs.
 * @module
 */

import { FIRST_VIEW_MAX_ZOOM, PIN_HEIGHT, paddingsFor, panInto, positionAround, roomFor } from "./fit.js";
import { listenForGestures } from "./gestures.js";
import { boxOfGlobe, globeUnder, onGlobe, wholeGlobeZoom } from "./globe.js";
import { cameraOver, heldInWorld, mapLatitude, onScreen, rowOf, viewUnder, worldSize } from "../core/mercator.js";
import { createStyleKeeper } from "./style-keeper.js";
import { nearestCopy, normalLongitude } from "../core/viewport.js";
import { letWorldBeSmall, southernEdge } from "./world-edge.js";

const MAX_ZOOM = 20;
/** Wider than this does not fit on one side of a globe. */
const HALF_WORLD = 130;
const FLIGHT_MS = 650;
const NO_PADDING = Object.freeze({ top: 0, right: 0, bottom: 0, left: 0 });

/**
 * @typedef {import("./map-address.js").MapView} MapView
 * @typedef {import("./map-address.js").Spot} Spot
 * @typedef {import("./fit.js").Covered} Covered
 */

/**
 * Throws where the browser cannot draw maps.
 *
 * @param {object} options
 * @param {HTMLElement} options.container
 * @param {any} options.style
 * @param {MapView | null} options.at
 * @param {number[] | null} options.around a box to show when no view is given
 * @param {() => boolean} options.isGlobe whether the map is to be a globe, which it becomes when its style is there
 * @param {() => Covered} options.insets how much of each side the page's own parts cover
 * @param {() => {right: number, bottom: number}} options.corner and how far they reach in from the upper left
 */
export function createMapView({ container, style, at, around, isGlobe, insets, corner }) {
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
    locale: { "Map.Title": "Map of your photos. Arrow keys move it, plus and minus zoom, Enter opens the photos at the centre." },
  });
  /** What covers the map's edges, so far as the map knows: the world's own may be moved out from behind it. */
  let covered = { above: 0, below: 0 };
  letWorldBeSmall(map, (lon, lat) => new maplibregl.LngLat(lon, lat), () => covered);
  // What the map was made with was held by MapLibre's rule.
  if (at) map.jumpTo({ center: [at.lon, at.lat], zoom: at.zoom });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new maplibregl.ScaleControl({ maxWidth: 96 }), "bottom-left");
  // Asking the document for its size lays it out; while the map moves that would be once a frame.
  let size = measure();
  map.on("resize", () => (size = measure()));
  const keeper = createStyleKeeper(map);
  // Worked out once a frame; the globe is null while the map is flat.
  let camera = seenFlat();
  let globe = seenGlobe();
  for (const type of ["move", "resize", "projectiontransition"]) map.on(type, () => ([camera, globe] = [seenFlat(), seenGlobe()]));
  for (const type of ["resize", "projectiontransition"]) map.on(type, placeGlobe);
  let isFlying = false;
  /** @type {Spot | null} */
  let toReveal = null;
  let edge = null;
  map.on("moveend", arrive);
  map.on("render", showEdge);
  if (!at && around) fit(around, { duration: 0, maxZoom: FIRST_VIEW_MAX_ZOOM });
  /** The box around all photos, until the map is moved away from the view of it that the page begins with. @type {number[] | null} */
  let whole = around && (!at || isFitted(around)) ? around : null;
  map.on("movestart", ({ originalEvent }) => originalEvent && leaveWhole());
  map.on("resize", () => keepWhole({ duration: 0 }));

  /** @returns {boolean} whether the map has to move for it */
  function fit(box, options = {}) {
    const [west, south, end, north] = box;
    const east = end < west ? end + 360 : end;
    if (isGlobe() && east - west > HALF_WORLD) return showGlobe((west + east) / 2, (south + north) / 2, options);
    const paddings = paddingsFor(insets(), container.clientWidth);
    const maxZoom = options.maxZoom ?? MAX_ZOOM;
    const target = isGlobe()
      ? map.cameraForBounds([[west, mapLatitude(south)], [east, mapLatitude(north)]], { padding: without(map.getPadding(), paddings[0]), maxZoom })
      : fittingCamera(box, { paddings, maxZoom });
    if (!target) return false;
    const zoom = Math.max(target.zoom, options.minZoom ?? target.zoom);
    if (isAt(target.center, zoom)) return false;
    map.easeTo({ duration: FLIGHT_MS, ...options, center: target.center, zoom });
    return true;
  }

  function isFitted(box) {
    const target = !isGlobe() && fittingCamera(box, { paddings: paddingsFor(insets(), size.width), maxZoom: FIRST_VIEW_MAX_ZOOM });
    return Boolean(target) && isAt(target.center, target.zoom);
  }

  function leaveWhole() {
    whole = null;
  }

  /** Fits the view that the page began with into the room that is left now. */
  function keepWhole(options = {}) {
    placeGlobe();
    if (!whole) return;
    covered = coveredNow();
    fit(whole, { maxZoom: FIRST_VIEW_MAX_ZOOM, ...options });
  }

  function isAt(centre, zoom) {
    const [lon, lat] = Array.isArray(centre) ? centre : [centre.lng, centre.lat];
    const { x, y } = project(nearest(lon), lat);
    return !map.isMoving() && Math.abs(map.getZoom() - zoom) < 0.01 && Math.hypot(x - size.width / 2, y - size.height / 2) < 2;
  }

  function fittingCamera(box, { paddings, maxZoom }) {
    const wanted = positionAround(box, { size: measure(), paddings, maxZoom });
    const position = wanted && heldInWorld(wanted, size, covered);
    return position && { zoom: position.zoom, center: [position.lon, position.lat] };
  }

  /** As much as there is to see of a globe at once, nearly upright. */
  function showGlobe(lon, lat, options) {
    const { top, right, bottom, left } = insets();
    const middle = Math.max(-35, Math.min(35, lat));
    const room = Math.min(size.width - left - right, size.height - top - bottom);
    map.easeTo({ center: [lon, middle], duration: FLIGHT_MS, ...options, zoom: wholeGlobeZoom(middle, room) });
    return true;
  }

  function seenFlat() {
    const { lat, lng } = map.getCenter();
    return cameraOver({ lat, lon: lng, zoom: map.getZoom() }, size);
  }

  function seenGlobe() {
    if (!map.transform.isGlobeRendering) return null;
    const { lat, lng } = map.getCenter();
    const { top, right, bottom, left } = map.getPadding();
    const middle = { x: (size.width + left - right) / 2, y: (size.height + top - bottom) / 2 };
    return globeUnder({ lat, lon: lng, zoom: map.getZoom(), ...size, fieldOfView: map.getVerticalFieldOfView(), middle });
  }

  /** A globe stands in the middle of what the page's own parts leave free. A flat map lies under them. */
  function placeGlobe() {
    const { right, bottom } = insets();
    const padding = globe ? { top: 0, left: 0, right, bottom } : NO_PADDING;
    const now = map.getPadding();
    if (now.right === padding.right && now.bottom === padding.bottom) return;
    const center = globe ? map.getCenter() : map.unproject([size.width / 2, size.height / 2]);
    map.jumpTo({ center, padding });
  }

  /** Below the flat map's lower edge, Antarctica goes on. */
  function showEdge() {
    const next = globe ? null : southernEdge(camera);
    if (next === edge) return;
    edge = next;
    container.style.setProperty("--south", next === null ? "100%" : `${next.toFixed(1)}px`);
  }

  function project(lon, lat) {
    if (globe) return onGlobe(globe, lon, lat);
    return { ...onScreen(camera, lon, lat), isHidden: false };
  }

  function arrive() {
    isFlying = false;
    const spot = toReveal;
    toReveal = null;
    if (spot) reveal(spot);
  }

  /** Moves just so far that a place is not hidden behind the page's own parts. @param {Spot} spot */
  function reveal(spot) {
    takeCover();
    if (isFlying) return void (toReveal = spot);
    const { x, y, isHidden } = project(nearest(spot.lon), spot.lat);
    if (isHidden) return void map.easeTo({ center: [spot.lon, spot.lat], duration: FLIGHT_MS });
    const by = panInto({ x, y }, roomFor(insets(), size), corner());
    if (!by[0] && !by[1]) return;
    map.panBy(by, { duration: 350 });
  }

  /**
   * The map may be moved so far that what lies at the world's lower edge is above what covers the map. Where a
   * sheet leaves little room, that a pin at the upper edge is below the search box, too.
   */
  function takeCover() {
    placeGlobe();
    const next = coveredNow();
    if (next.below === covered.below) return;
    const wasMore = covered.below > next.below;
    covered = next;
    if (!wasMore) return;
    if (whole) keepWhole();
    else map.jumpTo({ center: map.getCenter() });
  }

  function coveredNow() {
    const { bottom: below } = insets();
    return { above: below > size.height / 2 ? corner().bottom + PIN_HEIGHT : 0, below };
  }

  function measure() {
    return { width: container.clientWidth, height: container.clientHeight };
  }

  function view() {
    return globe ? { ...boxOfGlobe(globe), zoom: camera.zoom, globe } : viewUnder(camera);
  }

  /** What of the view the page's own parts leave free below, where they can cover the most. */
  function shown() {
    const { bottom } = insets();
    const whole = view();
    if (bottom <= 0) return whole;
    return { ...whole, south: mapLatitude(map.unproject([0, Math.max(1, container.clientHeight - bottom)]).lat) };
  }

  function nearest(lon) {
    return nearestCopy(lon, map.getCenter().lng);
  }

  return {
    /** The element that holds the canvas, moves with nothing, and hears the map's gestures. */
    layer: /** @type {HTMLElement} */ (map.getCanvasContainer()),

    isBare: false,

    /** @param {(settled: boolean) => void} listener */
    onMove(listener) {
      map.on("move", () => listener(false));
      map.on("moveend", () => listener(true));
      map.on("resize", () => listener(true));
      map.on("projectiontransition", () => listener(true));
    },

    /**
     * @param {object} listeners
     * @param {() => string[]} listeners.layers the layers whose features can be opened
     * @param {(feature: any) => void} listeners.onFeature
     * @param {(spot: Spot) => void} listeners.onSpot hears single clicks and long presses that hit nothing
     */
    onGesture({ layers, onFeature, onSpot }) {
      listenForGestures(map, {
        layers,
        onFeature,
        onSpot: ({ lngLat, point }) => {
          const at = project(lngLat.lng, lngLat.lat);
          // Beside the globe there is nothing.
          if (globe && Math.hypot(at.x - point.x, at.y - point.y) > 3) return;
          onSpot({ lat: lngLat.lat, lon: normalLongitude(lngLat.lng) });
        },
      });
    },

    /** @param {() => void} listener called once, when the first frame is drawn */
    onReady(listener) {
      map.once("render", listener);
    },

    /** @returns {import("../core/viewport.js").View} */
    view,

    /** @returns {import("../core/viewport.js").View} the part of the view that nothing covers */
    shown,

    /** @returns {MapView} */
    position() {
      const centre = map.getCenter();
      return { zoom: map.getZoom(), lat: centre.lat, lon: normalLongitude(centre.lng) };
    },

    /** @returns {Spot} on whichever copy of the world that is */
    middle() {
      const { lat, lng } = map.getCenter();
      return { lat, lon: lng };
    },

    /** @type {(lon: number, lat: number) => {x: number, y: number, isHidden: boolean}} hidden behind the globe, if it is one */
    project,

    /** @returns {{width: number, height: number}} */
    size: () => size,

    /** @param {MapView} target */
    jumpTo({ zoom, lat, lon }) {
      leaveWhole();
      map.jumpTo({ center: [lon, lat], zoom });
    },

    /** @param {Spot} spot @param {number} zoom @returns {boolean} whether the map has to move for it */
    flyTo({ lat, lon }, zoom) {
      if (isAt([lon, mapLatitude(lat)], zoom)) return false;
      leaveWhole();
      // What is still under way would else come to its end as this flight's.
      map.stop();
      isFlying = true;
      map.flyTo({ center: [lon, mapLatitude(lat)], zoom, speed: 1.6, maxDuration: 1800 });
      return true;
    },

    /** @param {number[]} box @returns {boolean} whether the map has to move for it */
    fit(box, options) {
      leaveWhole();
      return fit(box, options);
    },

    /** The page's own parts cover more or less of the map than before. */
    takeRoom: () => keepWhole(),

    /** A globe that has just been made of a flat map is not left smaller than the window. */
    fillWithGlobe() {
      const { lng, lat } = map.getCenter();
      if (map.getZoom() < wholeGlobeZoom(lat, Math.min(size.width, size.height))) showGlobe(lng, lat, {});
    },

    /** @param {number} direction +1 nearer, -1 farther */
    zoomBy(direction) {
      leaveWhole();
      if (direction > 0) map.zoomIn();
      else map.zoomOut();
    },

    /** The extent of a box on the screen once zoomed in as far as it goes, in pixels. @param {number[]} box */
    largestExtent([west, south, east, north]) {
      const width = (east < west ? east + 360 - west : east - west) / 360;
      return Math.max(width, rowOf(south) - rowOf(north)) * worldSize(MAX_ZOOM);
    },

    /** @returns {boolean} */
    isNearest: () => map.getZoom() >= MAX_ZOOM - 0.01,

    reveal,
    takeCover,

    /** @param {any} next */
    setStyle: keeper.set,
    setData: keeper.setData,
    setTiles: keeper.setTiles,
    setPaint: keeper.setPaint,

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

/** What a padding adds to one that the map has anyway. */
function without(had, padding) {
  return Object.fromEntries(Object.entries(padding).map(([side, pixels]) => [side, pixels - had[side]]));
}

/** @typedef {ReturnType<typeof createMapView>} MapViewControl */
