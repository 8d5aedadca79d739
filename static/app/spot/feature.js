/** @module */

import { formatCoordinates, formatPlace, plainCoordinates } from "../core/format.js";
import { createLatest } from "../core/latest.js";
import { nearestCopy } from "../core/viewport.js";
import { copyText } from "../ui/copy-button.js";
import { byId } from "../ui/dom.js";
import { createSpotMenu } from "./spot-menu.js";
import { TEXTS } from "../core/texts.js";

/** The decimals of the coordinates in the request for the names: a metre. */
const DECIMALS = 5;
const MENU_KEY = /^ContextMenu$/;

/**
 * The menu of a position: a right click on the map, or the menu key for its middle. Fingers have the long press, which
 * opens the list of the photos near a position.
 *
 * @type {import("../features.js").Feature<"spot">}
 */
export const feature = {
  name: "spot",
  keys: [{ group: TEXTS.map, rows: [[["Shift", "F10"], TEXTS.openSpotMenu]] }],

  /** @returns {import("../features.js").Service<"spot">} */
  start(page) {
    const { store, api, mapView, lists } = page;
    const container = byId("map");
    const latest = createLatest();
    const menu = createSpotMenu({ onClosed: () => mapView.focus() });
    let isByFinger = false;

    /** A mode that uses clicks, or what is being placed, drawn or hidden. */
    function isBusy() {
      const { placing, isDrawing, plan, sharing, together } = store.state;
      return Boolean(placing || isDrawing || plan || sharing?.draft || together?.isPointing || document.querySelector("dialog[open]"));
    }

    /** @param {import("../map/map-address.js").Spot} spot @param {{x: number, y: number}} point of the window */
    function open(spot, point) {
      const opened = menu.open(point, formatCoordinates(spot.lat, spot.lon), [
        { sign: "eye", label: TEXTS.photosShowing, run: () => lists.openShown(spot, page.compare.isOnSecond(spot)) },
        { sign: "near", label: TEXTS.photosNearSpot, run: () => page.map.chooseSpot(spot) },
        { sign: "copy", label: TEXTS.copyCoordinates, run: async () => ((await copyText(plainCoordinates(spot.lat, spot.lon))) ? TEXTS.copied : TEXTS.couldNotCopy) },
      ]);
      const request = { lat: Number(spot.lat.toFixed(DECIMALS)), lon: Number(spot.lon.toFixed(DECIMALS)) };
      // Without names, there are the coordinates.
      latest.load((signal) => api.positionNames(request, signal), (names) => {
        const named = formatPlace(names);
        if (named && menu.isOpen()) opened.name([named.name, named.within].filter(Boolean).join(" · "));
      }, () => {});
    }

    function openInTheMiddle() {
      const { lat, lon } = mapView.position();
      const { x, y } = mapView.project(nearestCopy(lon, mapView.middle().lon), lat);
      const { left, top } = container.getBoundingClientRect();
      open({ lat, lon }, { x: left + x, y: top + y });
    }

    mapView.layer.addEventListener("pointerdown", ({ pointerType }) => (isByFinger = pointerType !== "mouse"), { capture: true });
    mapView.layer.addEventListener("contextmenu", (event) => {
      const isByKey = event.button !== 2 && !event.ctrlKey;
      if (!(event.target instanceof HTMLCanvasElement) || (isByFinger && !isByKey) || isBusy()) return;
      event.preventDefault();
      const spot = isByKey ? null : mapView.spotAt(event);
      if (spot) open(spot, { x: event.clientX, y: event.clientY });
      else if (isByKey && !menu.isOpen()) openInTheMiddle();
    });
    mapView.layer.addEventListener("keydown", (event) => {
      const isMenuKey = MENU_KEY.test(event.key) || (event.shiftKey && event.key === "F10");
      if (!isMenuKey || !(event.target instanceof HTMLCanvasElement) || isBusy()) return;
      event.preventDefault();
      openInTheMiddle();
    });
    mapView.onMove(menu.close);

    return {
      escape() {
        const isOpen = menu.isOpen();
        menu.close();
        return isOpen;
      },
    };
  },
};
