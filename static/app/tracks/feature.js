/** @module */

import { parseSpan } from "../core/span.js";
import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { daysWithin } from "./track-layers.js";

const TRACKS = {
  /** Whether the map shows recorded tracks. */
  tracks: false,
  /** Whether there are tracks that this user may see; null until known. */
  hasTracks: /** @type {boolean | null} */ (null),
};

/** @type {import("../core/address.js").AddressPart} */
const TRACKS_ADDRESS = {
  fields: { tracks: false },
  read: (fields) => ({ tracks: fields.get("tracks") === "1" }),
  write: ({ tracks }) => (tracks ? ["tracks=1"] : []),
};

/** Recorded tracks on the map, coloured by day. @type {import("../features.js").Feature} */
export const feature = {
  name: "tracks",
  state: [TRACKS],
  address: [TRACKS_ADDRESS],

  start(page) {
    const { store, api, navigation } = page;
    const input = h("input", { type: "checkbox", name: "look-tracks", onchange: () => navigation.change({ tracks: input.checked }) });
    const element = h("label", { class: "layer-choice", hidden: true }, input,
      h("span", { class: "layer-name" }, TEXTS.tracks), h("span", { class: "layer-detail" }, TEXTS.tracksDetail));
    store.watch((state) => state.tracks, (isShown) => (input.checked = isShown));
    // Guests may not see tracks, so they get no switch.
    store.watch((state) => state.hasTracks === true, (isOffered) => (element.hidden = !isOffered));
    // A key of what is drawn: empty without tracks, "null" for those of all days.
    store.watch(({ tracks, hasTracks, filters }) => (tracks && hasTracks ? JSON.stringify(daysWithin(parseSpan(filters.time))) : ""),
      () => page.baseMap.isThere() && page.mapView.setStyle(page.baseMap.style()));

    async function look() {
      const hasTracks = await api.hasTracks();
      if (hasTracks !== store.state.hasTracks) store.change(set({ hasTracks }));
    }

    return {
      /** The switch, and a function to call when it becomes visible. */
      choice: { element, opened: look },

      follow({ tracks }) {
        if (tracks !== store.state.tracks) store.change(set({ tracks }));
        if (tracks && store.state.hasTracks === null) look();
      },
    };
  },
};
