/** @module */

import { set } from "../core/store.js";
import { featureOfDrawn } from "../layers/photo-layers.js";
import { byId } from "../ui/dom.js";
import { createMapChip } from "../ui/map-chip.js";
import { retryPictures } from "../ui/picture-queue.js";
import { MAP } from "./first-pins.js";
import { createJourneys } from "./journeys.js";
import { MAP_ADDRESS } from "./map-address.js";
import { Marks } from "./marks.js";
import { openableLayers } from "./map-layers.js";
import { createMovement } from "./movement.js";
import { NEAR_ME_ADDRESS, createNearMeOffer } from "./near-me-address.js";
import { showSigns } from "./signs.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {ReturnType<typeof createJourneys> & ReturnType<typeof showSigns> & {point: (id: number | null) => void, chooseSpot: (spot: import("./map-address.js").Spot) => void}} MapService
 * `point` marks the photo that is pointed at elsewhere; `chooseSpot` does what a click on a position does
 */

/**
 * The map with its pins and marks.
 *
 * @type {import("../features.js").Feature<"map">}
 */
export const feature = {
  name: "map",
  state: [MAP],
  address: [MAP_ADDRESS, NEAR_ME_ADDRESS],
  keys: [{
    group: TEXTS.map,
    rows: [
      [["←", "↑", "→", "↓"], TEXTS.moveMap],
      [["+", "−"], TEXTS.zoomInOut],
      [["Enter"], TEXTS.openSelectedPin],
    ],
  }],

  /** @returns {import("../features.js").Service<"map">} */
  start(page) {
    const { store, mapView, first: { pins, viewport, covers } } = page;
    const container = byId("map");
    const marks = new Marks(mapView);
    pins.standOn(mapView);
    const journeys = createJourneys(page);
    const movement = createMovement({ store, mapView, pins, viewport, marks });
    const signs = showSigns({ store, mapView, pins, marks, photoInGrid: (id) => page.panel.photo(id) ?? page.grid.photo(id) });
    store.watch((state) => state.trouble !== null, (hasTrouble) => hasTrouble || mapView.reloadTiles());
    store.watch((state) => state.busy || state.moving, (busy) => container.setAttribute("aria-busy", String(busy)));
    const message = createMapChip({ name: "hint", sign: "alert", closeLabel: TEXTS.closeMessage, onClose: () => store.change(set({ message: null })) });
    store.watch((state) => state.message, message.show);
    page.room.onChange(() => {
      mapView.takeRoom();
      movement.moved(true);
    });

    /** @param {import("../api/photos.js").Pin} pin @param {boolean} [isOfSecond] whether it is one of the second span of a comparison */
    function openPin(pin, isOfSecond) {
      if (page.take("pin", pin)) return;
      page.panel.fromMap();
      journeys.openPin(pin, isOfSecond);
    }

    /** @param {import("../api/photos.js").Pin} pin a cluster @param {boolean} [isOfSecond] */
    function listPin(pin, isOfSecond) {
      if (page.take("pin", pin)) return;
      page.panel.fromMap();
      journeys.listPin(pin, isOfSecond);
    }

    /** @param {import("./map-address.js").Spot} spot */
    function chooseSpot(spot) {
      if (!page.take("spot", spot)) page.lists.openNearOfDay(spot);
    }

    return {
      ...journeys,
      ...signs,
      openPin,
      listPin,
      chooseSpot,

      follow: createNearMeOffer(page, journeys.goNearMe),

      point: (id) => store.change(set({ pointedAt: id })),

      begin() {
        mapView.onGesture({
          layers: () => (store.state.placing ? [] : openableLayers(page.mapParts, store.state)),
          onFeature: (one) => page.take("drawn", one) || openPin(featureOfDrawn(one)),
          onSpot: chooseSpot,
        });
        mapView.onReady(() => document.documentElement.classList.add("is-ready"));
        pins.listen({ onOpen: (pin) => openPin(pin), onList: (pin) => listPin(pin), onPoint: (pin) => store.change(set({ pointedPin: pin })) });
        addEventListener("online", () => viewport.retry());
        mapView.onMove(movement.moved);
        movement.moved(true);
        movement.rest();
        store.watch((state) => state.shown, () => page.navigation.mapMoved());
      },

      refresh() {
        covers.forget();
        retryPictures();
        viewport.refresh();
      },
    };
  },
};
