/** @module */

import { set } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { Drawing } from "./drawing.js";
import { createOutlines } from "./outlines.js";

export const DRAW = {
  /** Whether the reader draws on the map. */
  isDrawing: false,
};

/**
 * @typedef {object} DrawService
 * @property {() => void} start
 */

/**
 * Areas drawn on the map, as a filter.
 *
 * @type {import("../features.js").Feature<"draw">}
 */
export const feature = {
  name: "draw",
  state: [DRAW],
  keys: [{
    group: TEXTS.map,
    rows: [[["D"], TEXTS.drawOnMap]],
    run: { d: ({ draw }) => draw.start() },
  }, {
    group: TEXTS.drawing,
    rows: [
      [["←", "↑", "→", "↓"], TEXTS.moveCrossHair],
      [["Enter"], TEXTS.setCorner],
      [["+", "−"], TEXTS.resizeCircle],
      [["Backspace"], TEXTS.removeLast],
      [["Space", TEXTS.dragKey], TEXTS.moveMapWhileDrawing],
    ],
  }],

  /** @returns {import("../features.js").Service<"draw">} */
  start(page) {
    const { store } = page;
    /** @type {Drawing | null} */
    let drawing = null;
    // The page is about to write the address without what it cannot read.
    const text = new URLSearchParams(location.hash.slice(1)).get("drawn");
    createOutlines(page);

    function start() {
      const { isDrawing, placing, plan, library } = store.state;
      if (isDrawing || placing || plan || library.total === 0 || document.querySelector("dialog[open]")) return;
      store.change(set({ isDrawing: true }));
      // Not a module of its own: what it shares with the first pins would become two more files before them.
      drawing ??= new Drawing(page, leave);
      drawing.begin();
    }

    function leave() {
      drawing?.end();
      store.change(set({ isDrawing: false }));
    }

    return {
      start,

      begin() {
        if (text && !store.state.filters.drawn) store.change(set({ message: TEXTS.drawingUnreadable }));
      },

      escape() {
        if (!store.state.isDrawing) return false;
        if (!drawing?.cancel()) leave();
        return true;
      },
    };
  },
};
