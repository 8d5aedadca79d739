/** @module */

import { set } from "../core/store.js";
import { AGAINST_ADDRESS, SIGHT, farthest, pairOf } from "./again.js";
import { createAgainLoader } from "./again-loader.js";
import { createAgainRow } from "./again-row.js";
import { FootprintMark } from "./footprint-mark.js";
import { TEXTS } from "../core/texts.js";

/**
 * @typedef {object} SightService
 * @property {() => HTMLElement} place makes the row of the photos that show the same as the open one on other days
 * @property {() => void} compare compares the open photo with the one of them that is farthest away in time
 */

/**
 * What the open photo sees: the ground in the picture of a drone, and the same view on other days.
 *
 * @type {import("../features.js").Feature<"sight">}
 */
export const feature = {
  name: "sight",
  state: [SIGHT],
  address: [AGAINST_ADDRESS],
  withoutMap: true,
  keys: [{ group: TEXTS.photo, rows: [[["B"], TEXTS.sliderOrBlink], [["Space"], TEXTS.showOtherPhoto]] }],

  /** @returns {import("../features.js").Service<"sight">} */
  start(page) {
    const { store, api, navigation, mapView } = page;
    const loader = createAgainLoader(store, api, dropStranger);
    if (mapView) new FootprintMark(mapView, store);
    /** Most readers compare nothing, so this is loaded when it is first needed. @type {Promise<unknown> | null} */
    let loading = null;

    const load = () => (loading ??= import("./pair-view.js").then(({ createPairView }) => createPairView({ store, api, actions: { choose: against, close } }), () => {
      loading = null;
      store.change(set({ message: TEXTS.serverSilent }));
      close();
    }));

    /** @param {number} id */
    function open(id) {
      // In the viewer, a step to another photo is none in the history.
      if (store.state.viewer) page.panel.openPhoto(id);
      else navigation.open({ photo: id });
    }

    /** @param {number} id */
    function against(id) {
      navigation.go({ against: id }, navigation.route.against === null ? "push" : "replace");
    }

    function close() {
      navigation.stepBack({ against: null });
    }

    /** An address may name a photo that does not show the same, or no longer. */
    function dropStranger() {
      const { against: other, again, photo } = store.state;
      if (other !== null && photo && !pairOf(again, photo.id, other)) navigation.go({ against: null }, "replace");
    }

    store.watch((state) => state.against !== null && pairOf(state.again, state.photo?.id ?? null, state.against) !== null, (isOn) => isOn && load());

    return {
      place: () => createAgainRow({ store, api, onOpen: open, onCompare: compare }),
      compare,
      refresh: loader.refresh,

      follow({ against: other }) {
        if (store.state.against !== other) store.change(set({ against: other }));
      },
    };

    function compare() {
      const { again, photo } = store.state;
      const other = again && photo ? farthest(again.photos, photo.id) : null;
      if (other !== null) against(other);
    }
  },
};
