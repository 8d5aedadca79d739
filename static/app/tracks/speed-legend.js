/** @module */

import { TEXTS } from "../core/texts.js";
import { createMapChip } from "../ui/map-chip.js";
import { SPEED_LIMITS } from "./runs.js";
import { SPEEDS, trackLook } from "./track-layers.js";

/**
 * The legend of tracks that are coloured by speed.
 *
 * @param {object} options
 * @param {import("../core/store.js").Store} options.store
 * @param {() => void} options.onClose
 */
export function createSpeedLegend({ store, onClose }) {
  const chip = createMapChip({ name: "speeds", closeLabel: TEXTS.colourTracksByDay, onClose });

  function show() {
    const { theme, trackRuns: { status, problem } } = store.state;
    if (trackLook(store.state)?.colour !== "speed") return chip.show(null);
    const words = status === "failed" ? problem : status === "ready" ? TEXTS.speedLegend : TEXTS.loading;
    chip.show(words, SPEEDS[theme].map((colour, index) => (
      { colour, label: TEXTS.speedStep(TEXTS.speedNames[index], SPEED_LIMITS[index - 1], SPEED_LIMITS[index]) })));
  }

  store.watch((state) => trackLook(state)?.colour, show);
  store.watch((state) => state.trackRuns, show);
  store.watch((state) => state.theme, show);
}
