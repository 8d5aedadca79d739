/** @module */

import { createLatest } from "../core/latest.js";
import { may, set } from "../core/store.js";
import { createTripActs } from "../trips/trip-acts.js";
import { maySeeTrips } from "../trips/trips-state.js";
import { PLACES, PLACES_PART } from "./place-layers.js";
import { ABOUT_ADDRESS, DIARY_PLACES, aboutPlaces, placeFeatures, placeOf, textNear } from "./places.js";
import { createPlaceCard } from "./place-card.js";

/** How long after the first pins the texts are requested. */
const LATER_MS = 900;
/** A text about a place that is as near on the screen is about this one. */
const NEAR_PX = 12;
/** The zoom for an address that has the place alone. */
const ZOOM = 13;

/**
 * @typedef {object} DiaryService
 * @property {(spot: import("../map/map-address.js").Spot) => "read" | "write" | null} offer what `open` does there; null for guests
 * @property {(spot: import("../map/map-address.js").Spot) => void} open reads the text about a place, or writes one
 */

/** @param {import("../core/store.js").State} state */
const mayRead = (state) => maySeeTrips(state) && may(state, "diary");

/**
 * The owners' texts about places: a mark on the map for each, and a card that reads and writes them.
 *
 * @type {import("../features.js").Feature<"diary">}
 */
export const feature = {
  name: "diary",
  state: [DIARY_PLACES],
  address: [ABOUT_ADDRESS],
  mapParts: [PLACES_PART],

  /** @returns {import("../features.js").Service<"diary">} */
  start(page) {
    const { store, api, navigation, mapView } = page;
    const latest = createLatest();
    const { write } = createTripActs({ store, api, onChange: load });
    const card = createPlaceCard(store, { write, close: navigation.closeAll.bind(navigation), onResize: page.room.changed });
    page.room.cover("card", card.covered);
    let isFirst = true;
    let hasRevealed = false;

    async function load() {
      if (!mayRead(store.state)) return;
      await latest.load((signal) => api.diary(null, signal), ({ entries }) => store.change(set({ placeTexts: aboutPlaces(entries) })), () => {});
    }

    function draw() {
      const { placeTexts, aboutPlace } = store.state;
      mapView.setData(PLACES, placeFeatures(placeTexts ?? [], aboutPlace));
    }

    const textAtSpot = (/** @type {import("../map/map-address.js").Spot} */ spot) => textNear(store.state.placeTexts ?? [], spot, NEAR_PX, mapView.zoom());
    store.watch((state) => state.placeTexts, draw);
    store.watch((state) => state.aboutPlace, draw);
    store.watch((state) => (state.placeTexts ? state.aboutPlace : null), (spot) => {
      if (spot) mapView.reveal(spot, "about");
      else if (hasRevealed) mapView.comeBack("about");
      hasRevealed = spot !== null;
    });
    store.watch((state) => mayRead(state) && state.shown !== null, (isShown) => isShown && setTimeout(load, store.state.aboutPlace ? 0 : LATER_MS));

    return {
      refresh: () => store.state.placeTexts && load(),

      offer: (spot) => (store.state.placeTexts === null ? null : textAtSpot(spot) ? "read" : "write"),

      open(spot) {
        const text = textAtSpot(spot);
        navigation.open({ about: text ? placeOf(text) : spot });
      },

      take(kind, drawn) {
        if (kind !== "drawn" || drawn.layer.id !== PLACES) return false;
        const [lat, lon] = drawn.properties.about.split(",").map(Number);
        navigation.open({ about: { lat, lon } });
        return true;
      },

      follow({ about }, { isPlaced }) {
        if (isFirst && about && !isPlaced) mapView.jumpTo({ ...about, zoom: ZOOM });
        isFirst = false;
        const { aboutPlace } = store.state;
        if (aboutPlace?.lat === about?.lat && aboutPlace?.lon === about?.lon) return;
        store.change(set({ aboutPlace: about }));
        if (!about) mapView.focus();
      },

      escape() {
        if (!store.state.aboutPlace) return false;
        navigation.closeAll();
        return true;
      },
    };
  },
};
