/**
 * The map itself: hides MapLibre behind the few functions that the page needs.
 * @module
 */

import { Asides } from "./asides.js";
import { FIRST_VIEW_MAX_ZOOM, PIN_HEIGHT, moveAllInto } from "./fit.js";
import { FLIGHT_MS, Fitting, MAX_ZOOM } from "./fitting.js";
import { listenForGestures } from "./gestures.js";
import { wholeGlobeZoom } from "./globe.js";
import { pictureOf } from "./map-picture.js";
import { IS_FROM_THE_RIGHT } from "../core/language.js";
import { mapLatitude, rowOf, worldSize } from "../core/mercator.js";
import { Seen } from "./seen.js";
import { StyleKeeper } from "./style-keeper.js";
import { nearestCopy, normalLongitude } from "../core/viewport.js";
import { tilt } from "./tilt.js";
import { letWorldBeSmall, southernEdge } from "./world-edge.js";
import { TEXTS } from "../core/texts.js";
import { prefersReducedMotion } from "../ui/dom.js";

const ASIDE_MS = 350;
const NO_PADDING = Object.freeze({ top: 0, right: 0, bottom: 0, left: 0 });

/**
 * @typedef {import("./map-address.js").MapView} MapView
 * @typedef {import("./map-address.js").Spot} Spot
 * @typedef {import("./fit.js").Covered} Covered
 */

/**
 * Throws if the browser cannot draw maps.
 */
export class MapCanvas {
  #container;
  #insets;
  #corner;
  #map;
  /** How much panels cover at the upper and lower edge. The edge of the world may be moved out from behind them. */
  #covered = { above: 0, below: 0 };
  // Cached, because reading it from the document forces a layout, which would happen in each frame while the map moves.
  #size;
  #keeper;
  #seen;
  /** @type {Fitting} */
  #fitting;
  /** @type {{spot: Spot, opener?: string, around: Spot[]} | null} */
  #toReveal = null;
  #asides = new Asides();
  #edge = null;
  isBare = false;
  /**
   * The box around all photos, while the map still shows the initial view of it.
   *
   * @type {number[] | null}
   */
  #whole;

  /**
   * @param {object} options
   * @param {HTMLElement} options.container
   * @param {(url: string) => {url: string}} options.tileRequest
   * @param {any} options.style
   * @param {MapView | null} options.at
   * @param {number[] | null} options.around a box to show if no view is given
   * @param {() => boolean} options.isGlobe whether the map is to be a globe; it becomes one when its style is loaded
   * @param {() => Covered} options.insets how much of each side panels cover
   * @param {() => {across: number, bottom: number}} options.corner how far the name and the search box reach into the map
   */
  constructor({ container, tileRequest, style, at, around, isGlobe, insets, corner }) {
    this.#container = container;
    this.#insets = insets;
    this.#corner = corner;
    const { maplibregl } = /** @type {any} */ (globalThis);
    this.#map = new maplibregl.Map({
      container: this.#container,
      style,
      center: at ? [at.lon, at.lat] : [10, 25],
      zoom: at ? at.zoom : 1,
      maxZoom: MAX_ZOOM,
      maxPitch: 0,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      attributionControl: false,
      fadeDuration: prefersReducedMotion() ? 0 : 150,
      locale: { "Map.Title": TEXTS.mapTitle },
      transformRequest: tileRequest,
    });
    letWorldBeSmall(this.#map, (lon, lat) => new maplibregl.LngLat(lon, lat), () => this.#covered);
    // At its creation MapLibre applied its own limits to the view, so it is set again.
    if (at) this.#map.jumpTo({ center: [at.lon, at.lat], zoom: at.zoom });
    this.#map.touchZoomRotate.disableRotation();
    this.#map.keyboard.disableRotation();
    this.#map.addControl(new maplibregl.ScaleControl({ maxWidth: 96 }), IS_FROM_THE_RIGHT ? "bottom-right" : "bottom-left");
    this.#size = this.#measure();
    this.#map.on("resize", () => (this.#size = this.#measure()));
    this.#keeper = new StyleKeeper(this.#map);
    this.#seen = new Seen(this.#map, () => this.#size);
    this.#fitting = new Fitting({
      map: this.#map, isGlobe, isAt: (centre, zoom) => this.#isAt(centre, zoom),
      space: () => ({ size: this.#measure(), insets: insets(), covered: this.#covered }),
    });
    for (const type of ["resize", "projectiontransition"]) this.#map.on(type, this.#placeGlobe);
    this.#map.on("moveend", this.#arrive);
    this.#map.on("render", this.#showEdge);
    if (!at && around) this.#fitting.fit(around, { duration: 0, maxZoom: FIRST_VIEW_MAX_ZOOM });
    this.#whole = around && (!at || this.#fitting.isFitted(around)) ? around : null;
    this.#map.on("movestart", ({ originalEvent }) => originalEvent && this.#leaveWhole());
    this.#map.on("resize", () => {
      this.#asides.forget();
      this.#keepWhole({ duration: 0 });
    });
  }

  #leaveWhole() {
    this.#whole = null;
    this.#asides.forget();
  }

  /** Fits the initial view into the space that is left now. */
  #keepWhole(options = {}) {
    this.#placeGlobe();
    if (!this.#whole) return;
    this.#covered = this.#coveredNow();
    this.#fitting.fit(this.#whole, { maxZoom: FIRST_VIEW_MAX_ZOOM, ...options });
  }

  #isAt(centre, zoom) {
    const [lon, lat] = Array.isArray(centre) ? centre : [centre.lng, centre.lat];
    const { x, y } = this.project(this.#nearest(lon), lat);
    return !this.#map.isMoving() && Math.abs(this.#map.getZoom() - zoom) < 0.01 && Math.hypot(x - this.#size.width / 2, y - this.#size.height / 2) < 2;
  }

  /** Centres a globe in the space that panels leave free. A flat map extends below them. */
  #placeGlobe = () => {
    const { left, right, bottom } = this.#insets();
    const padding = this.#seen.globe ? { top: 0, left, right, bottom } : NO_PADDING;
    const now = this.#map.getPadding();
    if (now.left === padding.left && now.right === padding.right && now.bottom === padding.bottom) return;
    const center = this.#seen.globe ? this.#map.getCenter() : this.#map.unproject([this.#size.width / 2, this.#size.height / 2]);
    this.#map.jumpTo({ center, padding });
  };

  /** Continues Antarctica below the lower edge of the flat map. A flat map of the whole world has no one scale. */
  #showEdge = () => {
    this.#container.classList.toggle("is-world", !this.#seen.globe && worldSize(this.#map.getZoom()) <= this.#size.width);
    const next = this.#seen.globe || this.#seen.isTilted ? null : southernEdge(this.#seen.camera);
    if (next === this.#edge) return;
    this.#edge = next;
    this.#container.style.setProperty("--south", next === null ? "100%" : `${next.toFixed(1)}px`);
  };

  /** @type {(lon: number, lat: number) => {x: number, y: number, isHidden: boolean}} hidden behind the globe, or outside the view */
  project(lon, lat) {
    return this.#seen.project(lon, lat);
  }

  #arrive = () => {
    const next = this.#toReveal;
    this.#toReveal = null;
    if (next) this.reveal(next.spot, next.opener, next.around);
  };

  /**
   * Moves the map by the shortest distance after which panels do not hide a place. A map that is hidden stays where it is.
   *
   * @param {Spot} spot
   * @param {string} [opener] the panel that was opened for it; `comeBack` undoes the move
   * @param {Spot[]} [around] places that panels do not hide either, if there is space, the most important first
   */
  reveal(spot, opener, around = []) {
    if (this.#insets().isHidden) return;
    this.takeCover();
    if (this.#map.isEasing()) return void (this.#toReveal = { spot, opener, around });
    const [place, ...others] = [spot, ...around].map(({ lon, lat }) => this.project(this.#nearest(lon), lat));
    const by = place.isHidden ? null : moveAllInto([place, ...others.filter(({ isHidden }) => !isHidden)], this.#insets(), this.#size, this.#corner());
    if (by && !by[0] && !by[1]) return;
    if (opener) this.#asides.leave(opener, this.position());
    if (by) this.#map.panBy(by, { duration: ASIDE_MS });
    else this.#map.easeTo({ center: [spot.lon, spot.lat], duration: FLIGHT_MS });
  }

  /**
   * Returns to the view from before `reveal`.
   *
   * @param {string} [opener] all of them if missing
   */
  comeBack(opener) {
    this.#toReveal = null;
    const view = this.#asides.back(opener);
    this.takeCover();
    // The initial view was fitted again just now.
    if (view && !this.#whole) this.#map.easeTo({ center: [view.lon, view.lat], zoom: view.zoom, duration: ASIDE_MS });
  }

  /**
   * Sets the limits of the map so that the world's lower edge can be moved above the panels that cover the map. If a
   * sheet leaves little space, pins at the upper edge can be moved below the search box, too.
   */
  takeCover() {
    this.#placeGlobe();
    const next = this.#coveredNow();
    if (next.below === this.#covered.below) return;
    const wasMore = this.#covered.below > next.below;
    this.#covered = next;
    if (!wasMore) return;
    if (this.#whole) this.#keepWhole();
    else this.#map.jumpTo({ center: this.#map.getCenter() });
  }

  #coveredNow() {
    const { bottom: below } = this.#insets();
    return { above: below > this.#size.height / 2 ? this.#corner().bottom + PIN_HEIGHT : 0, below };
  }

  #measure() {
    return { width: this.#container.clientWidth, height: this.#container.clientHeight };
  }

  /** @returns {import("../core/viewport.js").View} */
  view() {
    return this.#seen.view();
  }

  /** @returns {import("../core/viewport.js").View} the part of the view that panels do not cover */
  shown() {
    const { bottom } = this.#insets();
    const whole = this.view();
    if (bottom <= 0) return whole;
    return { ...whole, south: mapLatitude(this.#map.unproject([0, Math.max(1, this.#container.clientHeight - bottom)]).lat) };
  }

  #nearest(lon) {
    return nearestCopy(lon, this.#map.getCenter().lng);
  }

  /** The element that contains the canvas. It does not move, and receives the map's gestures. */
  get layer() {
    return this.#map.getCanvasContainer();
  }

  /** @param {(settled: boolean) => void} listener */
  onMove(listener) {
    this.#map.on("move", () => listener(false));
    this.#map.on("moveend", () => listener(true));
    this.#map.on("resize", () => listener(true));
    this.#map.on("projectiontransition", () => listener(true));
    // Elevations are loaded after the map has moved, and change the positions of pins.
    this.#map.on("idle", () => this.#seen.isTilted && listener(true));
  }

  /**
   * @param {object} listeners
   * @param {() => string[]} listeners.layers the layers whose features can be opened
   * @param {(feature: import("../api/photos.js").Photo) => void} listeners.onFeature
   * @param {(spot: Spot) => void} listeners.onSpot called for single clicks and long presses that hit no feature
   */
  onGesture({ layers, onFeature, onSpot }) {
    listenForGestures(this.#map, {
      layers,
      onFeature,
      onSpot: ({ lngLat, point }) => {
        if (this.#isBeside(lngLat.lng, lngLat.lat, point)) return;
        onSpot({ lat: lngLat.lat, lon: normalLongitude(lngLat.lng) });
      },
    });
  }

  /**
   * The coordinates at a point of the window; null beside the globe.
   *
   * @param {{clientX: number, clientY: number}} pointer @returns {Spot | null}
   */
  spotAt({ clientX, clientY }) {
    const { left, top } = this.#container.getBoundingClientRect();
    const point = { x: clientX - left, y: clientY - top };
    const { lng, lat } = this.#map.unproject([point.x, point.y]);
    return this.#isBeside(lng, lat, point) ? null : { lat, lon: normalLongitude(lng) };
  }

  /** Whether a point of the window is beside the globe. */
  #isBeside(lon, lat, point) {
    const at = this.project(lon, lat);
    return Boolean(this.#seen.globe) && Math.hypot(at.x - point.x, at.y - point.y) > 3;
  }

  /** @type {(listener: () => void) => void} the listener is called once, when the first frame is drawn */
  onReady = (listener) => void this.#map.once("render", listener);

  /** @returns {MapView} */
  position() {
    const centre = this.#map.getCenter();
    return { zoom: this.#map.getZoom(), lat: centre.lat, lon: normalLongitude(centre.lng) };
  }

  /** @returns {Spot} on any copy of the world */
  middle() {
    const { lat, lng } = this.#map.getCenter();
    return { lat, lon: lng };
  }

  /** @type {() => {width: number, height: number}} */
  size = () => this.#size;

  /** @type {() => number} */
  zoom = () => this.#map.getZoom();

  /** @param {MapView} target @param {number} [duration] of the movement in milliseconds */
  jumpTo({ zoom, lat, lon }, duration = 0) {
    this.#leaveWhole();
    this.#map[duration ? "easeTo" : "jumpTo"]({ center: [lon, lat], zoom, duration });
  }

  /** @param {Spot} spot @param {number} zoom @returns {boolean} whether the map has to move for it */
  flyTo({ lat, lon }, zoom) {
    if (this.#isAt([lon, mapLatitude(lat)], zoom)) return false;
    this.#leaveWhole();
    // Stops the current animation, whose end would otherwise look like the end of this flight.
    this.#map.stop();
    this.#map.flyTo({ center: [lon, mapLatitude(lat)], zoom, speed: 1.6, maxDuration: 1800 });
    return true;
  }

  /** @param {number[]} box @returns {boolean} whether the map has to move for it */
  fit(box, options) {
    this.#leaveWhole();
    return this.#fitting.fit(box, options);
  }

  /** Call it when panels cover more or less of the map than before. */
  takeRoom = () => this.#keepWhole();

  /** After the change from a flat map, zooms in until the globe fills the window. */
  fillWithGlobe() {
    const { lng, lat } = this.#map.getCenter();
    if (this.#map.getZoom() < wholeGlobeZoom(lat, Math.min(this.#size.width, this.#size.height))) this.#fitting.showGlobe(lng, lat);
  }

  /** @param {number} direction +1 nearer, -1 farther */
  zoomBy(direction) {
    this.#leaveWhole();
    if (direction > 0) this.#map.zoomIn();
    else this.#map.zoomOut();
  }

  /** @param {number[]} by how many pixels to the right and down; at once */
  panBy(by) {
    this.#leaveWhole();
    this.#map.panBy(by, { duration: 0 });
  }

  /**
   * The extent of a box in pixels at the highest zoom.
   *
   * @param {number[]} box
   */
  largestExtent([west, south, east, north]) {
    const width = (east < west ? east + 360 - west : east - west) / 360;
    return Math.max(width, rowOf(south) - rowOf(north)) * worldSize(MAX_ZOOM);
  }

  /** @returns {boolean} */
  isNearest() {
    return this.#map.getZoom() >= MAX_ZOOM - 0.01;
  }

  /** @param {any} next */
  setStyle(next) {
    this.#keeper.set(next);
    tilt(this.#map, Boolean(next.terrain));
  }

  /** @param {string} source @param {any} data GeoJSON */
  setData(source, data) {
    this.#keeper.setData(source, data);
  }

  /** @param {string} source @param {string[]} tiles */
  setTiles(source, tiles) {
    this.#keeper.setTiles(source, tiles);
  }

  /** @param {string} layer @param {string} property @param {any} value */
  setPaint(layer, property, value) {
    this.#keeper.setPaint(layer, property, value);
  }

  /** Retries the tiles that failed. */
  reloadTiles() {
    for (const id of Object.keys(this.#map.getStyle()?.sources ?? {})) {
      const source = this.#map.getSource(id);
      source?.setTiles?.(source.tiles);
    }
  }

  picture = () => pictureOf(this.#map);

  focus = () => this.#map.getCanvas().focus({ preventScroll: true });
}
