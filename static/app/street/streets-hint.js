/** @module */

import { recall, remember } from "../core/memory.js";
import { createMapChip } from "../ui/map-chip.js";
import { lacksStreets } from "./kinds.js";
import { TEXTS } from "../core/texts.js";

const KEY = "geoindex.streets-hint";

/**
 * Says once how to get streets: the first time that the reader sees the end of the built-in map's scale.
 *
 * @param {import("../core/store.js").Store} store
 * @param {() => boolean} isBuiltIn whether the built-in map is drawn, not that of another server
 */
export function createStreetsHint(store, isBuiltIn) {
  let isOver = recall(KEY) !== null;
  let isShown = false;
  /** @type {ReturnType<typeof createMapChip> | null} */
  let chip = null;

  function show(isWanted) {
    if (isWanted === isShown || (isWanted && (isOver || !isBuiltIn()))) return;
    isShown = isWanted;
    isOver = true;
    remember(KEY, "shown");
    chip ??= createMapChip({ name: "streets", sign: "layers", closeLabel: TEXTS.closeMessage, onClose: () => show(false) });
    chip.show(isShown ? TEXTS.streetsHint : null);
  }

  store.watch(lacksStreets, show);
}
