/** @module */

import { set } from "../core/store.js";
import { byId } from "../ui/dom.js";
import { createMapChip } from "../ui/map-chip.js";
import { createChooser } from "./chooser.js";
import { dayText, parseDay } from "./day.js";
import { DAY_PART } from "./day-layers.js";
import { createDayLoader } from "./day-loader.js";
import { createLayers } from "./layers.js";
import { LOOK, LOOK_ADDRESS, sameLook } from "./look.js";
import { PHOTO_PART } from "./photo-layers.js";
import { TEXTS } from "../core/texts.js";

export const DAY = {
  /** The day whose photos are connected by a line. */
  day: /** @type {import("./day.js").Day | null} */ (null),
};

/** @type {import("../core/address.js").AddressPart} */
const DAY_ADDRESS = {
  fields: { day: null },
  read: (fields) => ({ day: parseDay(fields.get("day")) }),
  write: ({ day }) => (day ? [`day=${day}`] : []),
};

/**
 * @typedef {object} LayersService
 * @property {(day: string | null) => void} showDay shows a day's photos as a line and moves the map there; null removes the line
 * @property {ReturnType<typeof createChooser>} chooser
 */

/**
 * How the map shows photos, and the line of a day.
 *
 * @type {import("../features.js").Feature<"layers">}
 */
export const feature = {
  name: "layers",
  state: [LOOK, DAY],
  address: [LOOK_ADDRESS, DAY_ADDRESS],
  mapParts: [PHOTO_PART, DAY_PART],

  /** @returns {import("../features.js").Service<"layers">} */
  start(page) {
    const { store, api, navigation } = page;
    const loader = createDayLoader(store, api);
    createLayers({ store, mapView: page.mapView, container: byId("map") });
    const chip = createMapChip({ name: "day", sign: "way", closeLabel: TEXTS.hideDayLine, onClose: () => showDay(null) });
    store.watch((state) => state.day, (day) => chip.show(day && dayText(day)));

    /**
     * Shows a day's photos as a line and moves the map there; null removes the line.
     *
     * @param {string | null} day
     */
    function showDay(day) {
      navigation.change({ day }, { isJourney: day !== null }, { isPlaced: false });
    }

    return {
      showDay,
      chooser: createChooser({ store, maps: page.street.list, tracks: page.tracks.choice, onLook: (changes) => navigation.change({ look: { ...navigation.route.look, ...changes } }) }),

      follow(route, { isPlaced }) {
        const look = sameLook(store.state.look, route.look);
        if (look !== store.state.look) store.change(set({ look }));
        if ((store.state.day?.date ?? null) === route.day) return;
        // If the address has a map position, the map stays there. Otherwise it moves to the day.
        store.change(set({ day: route.day && { date: route.day, status: "loading", photos: [], problem: "", fits: !isPlaced } }));
        if (route.day) loader.load(route.day);
      },

      escape() {
        if (!store.state.day) return false;
        showDay(null);
        return true;
      },
    };
  },
};
