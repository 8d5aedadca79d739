/**
 * While time is played, moves the map to the photos of the span, until the reader moves it.
 * @module
 */

import { createLatest } from "../core/latest.js";
import { boxAround } from "../core/box-around.js";
import { WHOLE_EARTH } from "../core/viewport.js";
import { filterParameters } from "../filters/filters.js";
import { setTime } from "./time-state.js";

/** The least time between two movements, so that each can be watched. */
const EVERY_MS = 2200;
const MAX_ZOOM = 11;
/** A view of photos that are all in it changes only if it could be this much smaller. */
const MUCH_SMALLER = 6;

/**
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {import("../api.js").Api} options.api
 * @param {import("../map/map-view.js").MapCanvas} options.mapView
 * @param {HTMLElement} options.container of the map
 */
export function createCamera({ store, api, mapView, container }) {
  const latest = createLatest();
  let timer = 0;
  let isFollowing = false;
  /** The parameters of the last request. */
  let asked = "";

  function follow() {
    const { filters } = store.state;
    // At the end the same span is written with its times.
    const wanted = new URLSearchParams(filterParameters(filters)).toString();
    if (wanted === asked) return;
    asked = wanted;
    // A zoom that other requests for the whole world do not have, so that none is repeated.
    latest.load((signal) => api.clusters({ ...WHOLE_EARTH, zoom: 1 }, filters, signal), ({ features }) => show(boxAround(features)), () => {});
  }

  /** @param {number[] | null} box */
  function show(box) {
    if (!box || !isFollowing || isWellSeen(box, mapView.shown())) return;
    if (mapView.fit(box, { maxZoom: MAX_ZOOM })) store.change(setTime({ hasFollowed: true }));
    if (!store.state.time.isPlaying) stop();
  }

  function stop() {
    isFollowing = false;
    clearInterval(timer);
    latest.abort();
  }

  /** The last photos may have come after the last movement. Back, which ends the film too, leaves no span that was played. */
  function end() {
    clearInterval(timer);
    if (isFollowing && store.state.time.played) follow();
    else stop();
  }

  store.watch((state) => state.time.isPlaying, (isPlaying) => {
    if (!isPlaying) return queueMicrotask(end);
    stop();
    store.change(setTime({ hasFollowed: false }));
    [isFollowing, asked] = [true, ""];
    timer = setInterval(follow, EVERY_MS);
    // The first span is chosen in the same moment.
    queueMicrotask(follow);
  });
  for (const type of ["pointerdown", "wheel", "keydown"]) container.addEventListener(type, stop, { capture: true, passive: true });
}

/**
 * @param {number[]} box
 * @param {import("../core/viewport.js").View} view
 * @returns {boolean} whether the box is in the view and does not look small in it
 */
export function isWellSeen([west, south, east, north], view) {
  const start = view.west + ((((west - view.west) % 360) + 360) % 360);
  const width = (((east - west) % 360) + 360) % 360;
  const isInside = south >= view.south && north <= view.north && start + width <= view.east;
  const [across, down] = [view.east - view.west, view.north - view.south];
  const isSmallest = across * 2 ** MAX_ZOOM < 360;
  return isInside && (isSmallest || width * MUCH_SMALLER >= across || (north - south) * MUCH_SMALLER >= down);
}
