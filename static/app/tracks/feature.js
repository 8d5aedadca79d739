/** @module */

import { formatSpan } from "../core/span.js";
import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { h } from "../ui/dom.js";
import { runFeatures } from "./runs.js";
import { createSpeedLegend } from "./speed-legend.js";
import { TRACK_PART, TRACK_SPEEDS } from "./track-layers.js";
import { createTrackLoader } from "./track-loader.js";
import { createTravel } from "./travel.js";

export const TRACKS = {
  /** The colours of recorded tracks on the map; empty without tracks. */
  tracks: /** @type {"" | "day" | "speed"} */ (""),
  /** Whether there are tracks that this user may see; null until known. */
  hasTracks: /** @type {boolean | null} */ (null),
  /** The tracks in view with their times; empty until speeds or the playback need them. */
  trackRuns: /** @type {{status: "loading" | "ready" | "failed", runs: import("./runs.js").Run[], problem: string}} */ (
    Object.freeze({ status: "loading", runs: [], problem: "" })),
};

const COLOURS = { 1: "day", speed: "speed" };

/** @type {import("../core/address.js").AddressPart} */
const TRACKS_ADDRESS = {
  fields: { tracks: "" },
  read: (fields) => ({ tracks: COLOURS[fields.get("tracks")] ?? "" }),
  write: ({ tracks }) => (tracks ? [`tracks=${tracks === "day" ? 1 : tracks}`] : []),
};

/**
 * @typedef {object} TracksService
 * @property {{element: HTMLElement, opened: () => void}} choice the switch, and a function to call when it becomes visible
 */

/**
 * Recorded tracks on the map, coloured by day or speed.
 *
 * @type {import("../features.js").Feature<"tracks">}
 */
export const feature = {
  name: "tracks",
  state: [TRACKS],
  address: [TRACKS_ADDRESS],
  mapParts: [TRACK_PART],

  /** @returns {import("../features.js").Service<"tracks">} */
  start(page) {
    const { store, api, navigation } = page;
    const element = createSwitch({ store, onChange: (tracks) => navigation.change({ tracks }) });
    const isShown = (/** @type {import("../core/store.js").State} */ { tracks, hasTracks }) => tracks !== "" && hasTracks === true;

    createSpeedLegend({ store, onClose: () => navigation.change({ tracks: "day" }) });
    const loader = createTrackLoader({
      api,
      onRuns: (runs) => store.change(set({ trackRuns: { status: "ready", runs, problem: "" } })),
      onFailure: ({ message }) => store.change(set({ trackRuns: { ...store.state.trackRuns, status: "failed", problem: message } })),
    });
    const isPlayed = (/** @type {import("../core/store.js").State} */ { time }) => time.played !== null;
    const isWanted = (/** @type {import("../core/store.js").State} */ state) => isShown(state) && (state.tracks === "speed" || isPlayed(state));
    // The tracks of the whole axis are loaded before they are played, and other tracks once the span has come to rest.
    /** @param {import("../core/store.js").State} state */
    const spanOf = ({ time: { played, axis, isMoving }, filters }) => (played ? (axis ? formatSpan(axis) : "") : isMoving ? null : filters.time);
    function load() {
      const span = spanOf(store.state);
      if (isWanted(store.state) && span !== null) loader.want(store.state.shown ?? page.mapView.view(), span);
    }
    store.watch(isWanted, load);
    store.watch((state) => state.shown, load);
    store.watch(spanOf, load);
    createTravel({ store, setData: (source, data) => isShown(store.state) && page.mapView.setData(source, data) });
    store.watch((state) => state.trackRuns.runs, (runs) => page.mapView.setData(TRACK_SPEEDS, runFeatures(runs)));

    async function findTracks() {
      const hasTracks = await api.hasTracks();
      if (hasTracks !== store.state.hasTracks) store.change(set({ hasTracks }));
    }

    return {
      choice: { element, opened: findTracks },

      follow({ tracks }) {
        if (tracks !== store.state.tracks) store.change(set({ tracks }));
        if (tracks && store.state.hasTracks === null) findTracks();
      },

      refresh() {
        loader.forget();
        load();
      },
    };
  },
};

/**
 * The switch of tracks in the choice of layers, with the choice of their colours.
 *
 * @param {{store: import("../core/store.js").Store, onChange: (tracks: "" | "day" | "speed") => void}} options
 * @returns {HTMLElement}
 */
function createSwitch({ store, onChange }) {
  const input = h("input", { type: "checkbox", name: "look-tracks", onchange: () => onChange(input.checked ? "day" : "") });
  const option = (colour, label) => {
    const radio = h("input", { type: "radio", name: "look-track-colours", onchange: () => onChange(colour) });
    store.watch((state) => state.tracks === colour, (isChosen) => (radio.checked = isChosen));
    return h("label", { class: "layer-option" }, radio, label);
  };
  const colours = h("div", { class: "layer-options", role: "radiogroup", "aria-label": TEXTS.trackColours },
    option("day", TEXTS.colourByDay), option("speed", TEXTS.colourBySpeed));
  const element = h("div", { hidden: true },
    h("label", { class: "layer-choice" }, input, h("span", { class: "layer-name" }, TEXTS.tracks), h("span", { class: "layer-detail" }, TEXTS.tracksDetail)),
    colours);
  store.watch((state) => state.tracks !== "", (isOn) => {
    input.checked = isOn;
    colours.hidden = !isOn;
  });
  // Guests may not see tracks, so they get no switch.
  store.watch((state) => state.hasTracks === true, (isOffered) => (element.hidden = !isOffered));
  return element;
}
