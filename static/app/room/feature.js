/** @module */

import { TEXTS } from "../core/texts.js";
import { spotOf } from "../core/viewport.js";
import { ROOM_ADDRESS, TOGETHER } from "./room-state.js";
import { Together } from "./together.js";

/**
 * @typedef {object} TogetherService
 * @property {() => void} open opens a room from the current view
 * @property {() => boolean} isIn whether the reader is in a room
 * @property {(photo: number) => Promise<string>} show shows a photo to all; says what has become of it
 */

/**
 * Rooms, in which people look at the map together.
 *
 * @type {import("../features.js").Feature<"together">}
 */
export const feature = {
  name: "together",
  state: [TOGETHER],
  address: [ROOM_ADDRESS],
  photoActions: [{
    label: TEXTS.showToAll, sign: "talk",
    suits: (_photo, page) => page?.together?.isIn() ?? false,
    run: (photo, page) => page?.together.show(photo.id),
  }],

  /** @returns {import("../features.js").Service<"together">} */
  start(page) {
    const together = new Together(page);

    return {
      open: () => void together.openRoom(),
      isIn: () => together.now?.status === "open",
      show: async (photo) => ((await together.send({ kind: "photo", photo })) ? TEXTS.shownToAll : TEXTS.notShown),

      follow: ({ room }) => void together.enter(room),

      take(kind, thing) {
        if (!together.now?.isPointing) return false;
        const spot = kind === "spot" ? /** @type {import("../map/map-address.js").Spot} */ (thing) : kind === "pin" ? spotOf(thing) : null;
        if (!spot) return kind === "drawn";
        together.change(() => ({ isPointing: false }));
        together.send({ kind: "point", longitude: spot.lon, latitude: spot.lat });
        return true;
      },

      escape() {
        if (!together.now?.isPointing) return false;
        together.change(() => ({ isPointing: false }));
        return true;
      },
    };
  },
};
